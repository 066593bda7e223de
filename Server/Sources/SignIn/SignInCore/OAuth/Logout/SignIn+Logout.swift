import ChaveJOSE
import ChaveWire
public import SignInModel

extension SignIn {
    /// Reads a browser's request to `/v2/logout`, and ends the session if the client proves that it means this person.
    ///
    /// `isConfirmed` means that the person has agreed on the asking page. An ID token of the signed-in person has the
    /// same effect, even an expired one (section 2). Without this rule any link could sign people out.
    public func logOut(
        _ pairs: [(name: String, value: String)],
        _ visit: BrowserVisit,
        of tenant: TenantID,
        isConfirmed: Bool = false
    ) async throws -> LogoutOpening {
        _ = try await known(tenant)
        let (asked, hint): (LogoutAsker, IDTokenHint?)
        let logoutHint: String?
        do {
            let parameters = try OAuthParameters(pairs)
            hint = try await parameters["id_token_hint"].asyncMap { try await idTokenHint($0, of: tenant) }
            asked = try await asker(parameters, hint, of: tenant)
            logoutHint = parameters["logout_hint"]
        } catch let error as OAuthError {
            return .show(error)
        }
        guard let session = try await liveSession(visit, of: tenant) else {
            return hint != nil || isConfirmed || asked.redirectURI == nil ? .left(to: asked.way) : .nobody(asked)
        }
        let person = try await known(session.record.user.id, of: tenant).record
        guard isConfirmed || hint?.user == person.id else {
            return .ask(
                LogoutView(
                    asker: asked,
                    displayName: person.displayName,
                    userName: person.userName,
                    isForAnother: hint != nil || logoutHint.map { !names($0, person, session.record) } ?? false
                )
            )
        }
        try await signOut(visit, of: tenant, everywhere: false)
        return .left(to: asked.way)
    }

    /// The client that hint and id name, which must be the same; an address counts only if that client registered it.
    private func asker(
        _ parameters: OAuthParameters,
        _ hint: IDTokenHint?,
        of tenant: TenantID
    ) async throws -> LogoutAsker {
        let named = parameters["client_id"]
        guard let id = named ?? hint?.claims.audiences.first else {
            guard parameters["post_logout_redirect_uri"] == nil else {
                throw OAuthError(
                    .invalidRequest,
                    "Whose address it is must be said by id_token_hint or client_id.",
                    field: "post_logout_redirect_uri"
                )
            }
            return LogoutAsker()
        }
        guard hint?.claims.audiences.contains(id) ?? true else {
            throw OAuthError(
                .invalidRequest,
                "The hint is no ID token that this issuer gave to this client.",
                field: "id_token_hint"
            )
        }
        let client = try await registeredClient(id, tenant: tenant)
        var asker = LogoutAsker(client: client.id, clientName: client.name)
        guard let address = parameters["post_logout_redirect_uri"] else { return asker }
        guard client.postLogoutRedirectURIs.contains(where: { $0.utf8.elementsEqual(address.utf8) }) else {
            throw OAuthError(
                .invalidRequest,
                "The address is not one that the client registered for after a logout, byte for byte.",
                field: "post_logout_redirect_uri"
            )
        }
        guard (parameters["state"]?.utf8.count ?? 0) <= 1_024 else {
            throw OAuthError(.invalidRequest, "A parameter is longer than 1024 bytes.", field: "state")
        }
        asker.redirectURI = address
        asker.state = parameters["state"]
        return asker
    }

    /// Whether a `logout_hint` names the person, by id, user name, mail address or the session's name.
    private func names(_ hint: String, _ person: User, _ session: BrowserSession) -> Bool {
        [person.id, person.userName, person.email, session.user.session].contains(hint)
    }
}

extension Optional where Wrapped: Sendable {
    fileprivate func asyncMap<Value>(_ change: (Wrapped) async throws -> Value) async rethrows -> Value? {
        guard let self else { return nil }
        return try await change(self)
    }
}
