import ChaveJOSE
import ChavePixModel
import ChaveWire
import InstitutionConformance
import InstitutionPort

@testable import OpenFinanceClient

extension InstructedWireBank {
    /// The hosts of the two banks.
    struct Hosts {
        let own = "banco.bank.test"
        let neighbour = "vizinho.bank.test"

        /// A document of the bank as its neighbour has it.
        func neighbours(_ document: JSONValue) -> JSONValue { document.replacing(own, with: neighbour) }
    }

    static let host = Hosts()

    /// The call of the port that a request is; `nil` for registration, keys, documents and the client's own tokens.
    func arrival(of request: WireRequest, at institution: InstitutionID) -> BankArrival? {
        let parts = request.url.split(separator: "/open-banking/", maxSplits: 1)
        guard parts.count == 2 else { return authorization(request, at: institution) }
        // Family and version, then the path of the operation.
        let path = parts[1].split(separator: "/").map(String.init)
        guard
            let operation = InstitutionOperation.allCases.first(where: { $0.matches(request.method, path.dropFirst(2)) }
            )
        else { return nil }
        let key = request.header("x-idempotency-key")
        let token = String(request.header("authorization").dropFirst("Bearer ".count))
        return BankArrival(
            institution: institution,
            operation: operation,
            subject: operation.hasSubject ? path.first { $0.hasPrefix("urn:") } ?? "" : "",
            accessToken: token == "own" ? nil : token,
            idempotencyKey: key.isEmpty ? nil : key,
            interactionID: request.header("x-fapi-interaction-id"),
            way: path.prefix(2).joined(separator: "/"),
            body: request.claims.map(\.withoutEnvelope)
        )
    }

    private func authorization(_ request: WireRequest, at institution: InstitutionID) -> BankArrival? {
        guard request.url.hasSuffix("/par") || request.form("grant_type") != "client_credentials",
            request.url.hasPrefix("https://matls."), !request.url.contains("directory"),
            let (operation, body) = message(request)
        else { return nil }
        return BankArrival(
            institution: institution,
            operation: operation,
            subject: "",
            accessToken: nil,
            idempotencyKey: nil,
            interactionID: nil,
            way: request.url,
            body: body
        )
    }

    private func message(_ request: WireRequest) -> (InstitutionOperation, JSONValue)? {
        if let object = request.form("request").flatMap({ try? CompactJWS(parsing: $0) }),
            let claims = try? JSONValue(parsing: object.payload), let pushed = try? PushedAuthorization(json: claims)
        {
            return (.pushAuthorization, pushed.json)
        }
        if let code = request.form("code"), let redirectURI = request.form("redirect_uri"),
            let verifier = request.form("code_verifier")
        {
            return (.exchangeCode, CodeExchange(code: code, redirectURI: redirectURI, codeVerifier: verifier).json)
        }
        return request.form("refresh_token").map { (.refreshToken, TokenRefresh(refreshToken: $0).json) }
    }
}

extension InstitutionOperation {
    /// Whether a request's method and path are those of the raw value.
    fileprivate func matches(_ method: String, _ path: ArraySlice<String>) -> Bool {
        let words = rawValue.split(separator: " ")
        let parts = words[1].split(separator: "/")
        return words[0] == method && parts.count == path.count
            && zip(parts, path).allSatisfy { $0.hasPrefix("{") || $0 == $1 }
    }
}

extension JSONValue {
    /// The message of an envelope, without the claims about it.
    fileprivate var withoutEnvelope: JSONValue {
        var message = object ?? JSONObject()
        for name in ["iss", "aud", "iat", "jti"] { message[name] = nil }
        return .object(message)
    }
}
