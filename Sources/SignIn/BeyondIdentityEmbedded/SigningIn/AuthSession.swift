import ChaveTransport
import ChaveWire

/// The challenge for this device to sign: the first answer of the challenge endpoints.
struct AuthSession: Sendable {
    let session: String
    let challenge: String
    /// The client's tenant; `nil` when the server does not name it.
    let tenant: String?
    /// How the client authenticates at the token endpoint; `nil` when the server does not say.
    let clientAuthentication: String?

    /// The server's own address for this endpoint, when the answer has one.
    let audience: String?

    init(_ body: JSONObject) throws(SignInError) {
        audience = body["audience"]?.string
        session = try body.text("auth_session")
        challenge = try body.text("challenge")
        tenant = body["tenant_id"]?.string
        clientAuthentication = body["token_endpoint_auth_method"]?.string
    }
}

extension SignInEngine {
    /// Begins a session; a repeated request begins a second one, and only one is used.
    func begin(
        _ url: String,
        _ fields: [(name: String, value: String?)],
        _ connection: SignInConnection
    ) async throws(SignInError) -> AuthSession {
        let response = try await connection.send(
            SignInCall(method: .post, url: url, body: .form(fields), isSafeToRepeat: true)
        )
        guard !response.isSuccess else { throw .unreadable("challenge") }
        let refusal = connection.refusal(response)
        guard refusal.status == 403, refusal.name == "insufficient_authorization" else { throw refusal.error }
        let session = try AuthSession(refusal.body)
        try requireSameAddress(session, url)
        return session
    }

    /// Requires that the server's own address is the requested one, because the proof names the requested address.
    ///
    /// Otherwise any server could get another server's challenges signed. A server with another name would refuse the
    /// proof, so the person is not asked for it.
    private func requireSameAddress(_ session: AuthSession, _ url: String) throws(SignInError) {
        guard let audience = session.audience, audience != url else { return }
        throw SignInError(
            .configuration,
            "The server calls this address \(Redaction.redacted(audience)), and the domain leads to \(url): give the domain the "
                + "server's own address, or the server the public one."
        )
    }

    /// The credential of the client's tenant: the tenant that the server names, otherwise the only credential.
    func credential(for session: AuthSession) throws(SignInError) -> KeptCredential {
        let all = try vault.credentials()
        guard let tenant = session.tenant else {
            guard let only = all.first else { throw .credentialNotFound }
            guard all.count == 1 else {
                throw SignInError(.configuration, "The server does not say which of the credentials it wants.")
            }
            return only
        }
        guard let credential = all.first(where: { $0.tenant == tenant }) else { throw .credentialNotFound }
        return credential
    }
}
