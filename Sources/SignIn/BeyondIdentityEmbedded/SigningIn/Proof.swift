import ChaveBase
import ChaveCredentialChain
import ChaveTransport
import ChaveWire
import Crypto

extension SignInEngine {
    /// The proof that this device has the credential's key: a JWS over the session and the request's values.
    ///
    /// The device asks the person with `prompt`.
    func proof(
        _ purpose: String,
        _ session: AuthSession,
        _ credential: KeptCredential,
        sentTo address: String,
        _ bound: [(name: String, value: String?)],
        prompt: String
    ) async throws(SignInError) -> String {
        guard credential.state != .invalid, let handle = credential.text(.keyHandle) else { throw .damagedCredential }
        let chain = try await chain(of: credential)
        var claims = JSONObject()
        claims["purpose"] = .string(purpose)
        claims["challenge"] = .string(session.challenge)
        claims["auth_session"] = .string(session.session)
        claims["client_id"] = .string(configuration.clientID)
        claims["aud"] = .string(address)
        claims["iat"] = JSONValue(nowSeconds)
        claims["exp"] = JSONValue(nowSeconds + 120)
        for (name, value) in bound { claims[name] = value.map(JSONValue.string) }
        var header = JSONObject()
        header["alg"] = "ES256"
        header["typ"] = "chave-signin+jwt"
        header["x5c"] = .array(chain.certificates.map { .string(Base64.encode($0)) })
        let input = CompactJWS.signingInput(header: header, payload: JSONValue.object(claims).encoded())
        let der = try await sign(input, with: handle, prompt: prompt)
        guard let signature = try? P256.Signing.ECDSASignature(derRepresentation: der) else {
            throw SignInError(.deviceKeys, "The device's key made a signature that is none.")
        }
        return CompactJWS.assemble(signingInput: input, signature: Array(signature.rawRepresentation))
    }

    /// Sends the proof and returns the server's answer; stores the credential state that a refusal names.
    ///
    /// The call is not repeated, because the first answer spends the session, whatever the answer is.
    func send(
        _ assertion: String,
        _ session: AuthSession,
        to address: String,
        _ credential: KeptCredential,
        _ connection: SignInConnection
    ) async throws(SignInError) -> JSONObject {
        let fields: [(name: String, value: String?)] = [
            ("client_id", configuration.clientID), ("auth_session", session.session), ("assertion", assertion),
        ]
        let response = try await connection.send(SignInCall(method: .post, url: address, body: .form(fields)))
        guard !response.isSuccess else { return try SignInConnection.object(of: response) }
        throw try refused(connection.refusal(response), credential)
    }
}
