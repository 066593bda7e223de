import ChaveBase
import ChaveJOSE
import ChavePixModel
import ChaveWire
import HTTPKernel
import InstitutionPort
import OpenFinanceWire
import SandboxBank

extension AuthorizationContext {
    /// POST /par: keeps a signed request for the holder's browser (RFC 9126, section 2).
    func pushRequest() async throws -> ServerAnswer {
        let form = try form()
        guard form["request_uri"] == nil else {
            throw OAuthRefusal.invalidRequest(
                "Send the request itself: a request_uri is for the authorization endpoint."
            )
        }
        let client = try await ClientAssertion.prove(form, self)
        guard let text = form["request"] else {
            throw OAuthRefusal.invalidRequest("Send the parameters in a signed request object, as request.")
        }
        let request = try await RequestObject.open(text, of: client.registered, self)
        let pushed = try pushed(request, client.registered)
        let outcome = await desk(.pushAuthorization, client, body: pushed.bytes)
        let answer = try PushedAuthorizationAnswer(bytes: outcome.bytes(refusing: "invalid_request"))
        guard let ticket = answer.redirectURL.split(separator: "=").last else {
            throw OAuthRefusal("server_error", "Something failed on the bank's side.", status: 500)
        }
        return .json(
            [
                "request_uri": .string(SandboxBank.requestURIPrefix + ticket),
                "expires_in": JSONValue(answer.expiresInSeconds),
            ],
            status: 201
        )
    }

    private func pushed(_ request: RequestObject, _ client: RegisteredClient) throws -> PushedAuthorization {
        guard try isSame(request.text("client_id"), client.id) else {
            throw OAuthRefusal.invalidRequest("The request object is another client's.")
        }
        guard request.claims["request"] == nil, request.claims["request_uri"] == nil else {
            throw OAuthRefusal("invalid_request_object", "A request object holds no other request.")
        }
        guard try request.text("response_type") == "code id_token" else {
            throw OAuthRefusal("unsupported_response_type", "Send code id_token as response_type.")
        }
        if let mode = request.claims["response_mode"]?.string, mode != "fragment" {
            throw OAuthRefusal.invalidRequest("Send fragment as response_mode, or none.")
        }
        let callback = try request.text("redirect_uri")
        guard client.texts("redirect_uris").contains(where: { isSame($0, callback) }) else {
            throw OAuthRefusal.invalidRequest("The redirect_uri is not one of the registration.")
        }
        guard try request.text("code_challenge_method") == "S256" else {
            throw OAuthRefusal.invalidRequest("Send S256 as code_challenge_method.")
        }
        let scopes = try request.text("scope").split(separator: " ").map(String.init)
        let enrollments = scopes.filter { $0.hasPrefix("enrollment:") }
        guard scopes.contains("openid"), enrollments.count == 1, let enrollment = enrollments.first else {
            throw OAuthRefusal("invalid_scope", "Send openid and one enrollment:{enrollmentId} as scope.")
        }
        guard scopes.allSatisfy({ client.scopes.contains($0) || $0 == enrollment }) else {
            throw OAuthRefusal("invalid_scope", "The client is registered for other scopes.")
        }
        return PushedAuthorization(
            enrollmentID: String(enrollment.dropFirst("enrollment:".count)),
            redirectURI: callback,
            state: request.claims["state"]?.string ?? "",
            nonce: try request.text("nonce"),
            codeChallenge: try request.text("code_challenge"),
            clientID: client.id
        )
    }

    /// Calls the desk for a client of the authorization server.
    func desk(_ operation: InstitutionOperation, _ client: ProvenClient, body: [UInt8]) async -> InstitutionReply {
        let call = InstitutionCall(
            institution: institution.id,
            operation: operation,
            subject: "",
            accessToken: nil,
            idempotencyKey: nil,
            interactionID: TokenUUID.random(wire.world.randomBytes),
            body: body
        )
        return await wire.bank.serve(call, for: client.atDesk)
    }
}

extension InstitutionReply {
    /// The body of an answer.
    ///
    /// - Throws: the desk's refusal as one of OAuth; `other` is the error of a refusal that OAuth has no name for.
    func bytes(refusing other: String) throws(OAuthRefusal) -> [UInt8] {
        switch self {
        case .answered(_, let body, _): return body
        case .refused(_, let body, _):
            let error = (try? OFBErrors(bytes: body))?.errors.first
            let names = ["invalid_request", "invalid_grant", "invalid_client", "invalid_scope"]
            let name = error.flatMap { names.contains($0.code) ? $0.code : nil } ?? other
            let advice = error?.detail ?? "The bank refuses."
            throw OAuthRefusal(name, advice, status: name == "invalid_client" ? 401 : 400)
        case .tokenRefused: throw OAuthRefusal.invalidClient("The bank refuses the token.")
        case .unknown: throw OAuthRefusal("temporarily_unavailable", "Repeat the request later.", status: 503)
        }
    }
}
