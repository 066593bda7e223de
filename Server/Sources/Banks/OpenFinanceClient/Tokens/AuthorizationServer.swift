import ChaveBase
import ChaveJOSE
import ChavePixModel
import ChaveWire
import InstitutionPort

/// The calls to one bank's authorization server for one client: pushed requests and tokens (FAPI-BR 2.1.0).
struct AuthorizationServer {
    let discovery: Discovery
    let client: String
    let signed: SignedTokens
    let scopes: [String]
    /// Sends within the time that is left of the call.
    let send: @Sendable (WireRequest, _ name: String) async throws(WireFault) -> WireResponse

    /// A token of the client's own credentials, and how many seconds it lives.
    struct OwnToken {
        var text: String
        var lifeSeconds: Int
    }

    /// A token of the client's own credentials.
    func ownToken() async throws(ExchangeProblem) -> OwnToken {
        let form = [("grant_type", "client_credentials"), ("scope", scopes.joined(separator: " "))]
        let response: WireResponse
        do throws(WireFault) { response = try await post(discovery.token, form, "token client_credentials") } catch {
            throw ExchangeProblem(error)
        }
        guard response.status == 200 else { throw ExchangeProblem(response) }
        guard let json = object(response), let text = json["access_token"]?.string,
            AuthorizationServer.isBearer(json), AuthorizationServer.fits(text),
            let life = json["expires_in"]?.number?.int64
        else { throw ExchangeProblem("the answer has no bearer token with an end") }
        return OwnToken(text: text, lifeSeconds: Int(clamping: life))
    }

    func exchange(_ exchange: CodeExchange, at now: Timestamp) async -> InstitutionReply {
        let form = [
            ("grant_type", "authorization_code"), ("code", exchange.code), ("redirect_uri", exchange.redirectURI),
            ("code_verifier", exchange.codeVerifier),
        ]
        // The hybrid flow's token answer has an identity token of its own (OpenID Connect Core 1.0, section 3.3.3.3).
        return await tokens(form, "token authorization_code", needing: ["refresh_token", "id_token"], at: now)
    }

    func refresh(_ refresh: TokenRefresh, at now: Timestamp) async -> InstitutionReply {
        let form = [("grant_type", "refresh_token"), ("refresh_token", refresh.refreshToken)]
        return await tokens(form, "token refresh_token", needing: [], at: now)
    }

    /// Pushes a request, and answers with the address where a browser goes (RFC 9126, section 2).
    func push(_ pushed: PushedAuthorization, at now: Timestamp) async -> InstitutionReply {
        guard let request = try? signed.request(pushed, scopes: scopes) else { return .unknown(.unreachable) }
        let response: WireResponse
        do throws(WireFault) {
            response = try await post(discovery.pushedAuthorization, [("request", request)], "par")
        } catch {
            return .unknown(InstitutionUnknown(error))
        }
        let date = response.date ?? now
        switch response.status {
        case 200, 201:
            guard let json = object(response), let uri = json["request_uri"]?.string, AuthorizationServer.fits(uri),
                let life = json["expires_in"]?.number?.int64
            else { return .unknown(.unreadable) }
            let query = [("client_id", client), ("request_uri", uri)]
            let separator = discovery.authorization.contains("?") ? "&" : "?"
            let answer = PushedAuthorizationAnswer(
                redirectURL: discovery.authorization + separator + FormPairs.encode(query),
                expiresInSeconds: Int(clamping: life)
            )
            return .answered(status: 201, body: answer.bytes, date: date)
        default: return refusal(response, date)
        }
    }

    // MARK: Parts

    private func tokens(
        _ form: [(String, String)],
        _ name: String,
        needing members: [String],
        at now: Timestamp
    ) async -> InstitutionReply {
        let response: WireResponse
        do throws(WireFault) { response = try await post(discovery.token, form, name) } catch {
            return .unknown(InstitutionUnknown(error))
        }
        let date = response.date ?? now
        guard response.status == 200 else { return refusal(response, date) }
        guard let json = object(response), AuthorizationServer.isBearer(json),
            let token = json["access_token"]?.string, AuthorizationServer.fits(token),
            members.allSatisfy({ json[$0]?.string?.isEmpty == false })
        else { return .unknown(.unreadable) }
        return .answered(status: 200, body: response.body, date: date)
    }

    /// A 400 with OAuth's `error` is a refusal; any other answer, a 401 for our client too, proves nothing about the call.
    private func refusal(_ response: WireResponse, _ date: Timestamp) -> InstitutionReply {
        if response.status == 400, let json = object(response), json["error"]?.string != nil {
            return .refused(status: 400, body: response.body, date: date)
        }
        return response.unknown
    }

    private func post(_ url: String, _ form: [(String, String)], _ name: String) async throws(WireFault) -> WireResponse
    {
        guard let assertion = try? signed.assertion() else { throw .unreachable }
        let whole =
            form + [
                ("client_id", client), ("client_assertion_type", SignedTokens.assertionType),
                ("client_assertion", assertion),
            ]
        return try await send(.form(url, whole), name)
    }

    private func object(_ response: WireResponse) -> JSONValue? {
        guard response.mediaType == "application/json" else { return nil }
        return try? JSONValue(parsing: response.body)
    }

    private static func isBearer(_ json: JSONValue) -> Bool { json["token_type"]?.string?.lowercased() == "bearer" }

    /// A header with a token has 2,048 characters at most (Open Finance Brasil), so a token has no odd ones and fewer.
    private static func fits(_ text: String) -> Bool {
        (1...2_040).contains(text.utf8.count) && text.utf8.allSatisfy { (0x21...0x7E).contains($0) }
    }
}
