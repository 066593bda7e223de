import ChaveBase
import ChaveTransport
import ChaveWire
import Pages

/// The pages' calls to the BFF, each in the name of one person.
struct ActivationDesk: Sendable {
    let backend: any SiteBackend

    private static let root = "/app2app/v1"

    func preview(_ payload: JSONValue, by person: SignedInPerson) async throws(IssuerFailure) -> ActivationQuestion {
        let json = try await ask("POST", "/token-activations/preview", payload, by: person)
        guard let question = ActivationQuestion(json) else { throw .unreadable }
        return question
    }

    /// Activates the token; a retry with the same key finds the same activation after a lost response.
    func activate(_ payload: JSONValue, key: String, by person: SignedInPerson) async throws(IssuerFailure) {
        let json = try await ask("POST", "/token-activations", payload, key: key, by: person)
        guard json["state"]?.string == "ACTIVE" else { throw .unreadable }
    }

    func decline(_ payload: JSONValue, key: String, by person: SignedInPerson) async throws(IssuerFailure) {
        _ = try await ask("POST", "/token-activations/decline", payload, key: key, by: person)
    }

    func cards(of person: SignedInPerson) async throws(IssuerFailure) -> [HeldCard] {
        let json = try await ask("GET", "/cards", nil, by: person)
        guard let cards = json["cards"]?.array?.map(HeldCard.init), !cards.contains(nil) else { throw .unreadable }
        return cards.compactMap(\.self)
    }

    func suspend(_ activation: String, by person: SignedInPerson) async throws(IssuerFailure) -> SuspendedToken {
        let path = "/token-activations/\(PercentEncoding.encode(activation))/suspend"
        let json = try await ask("POST", path, nil, by: person)
        guard let suspended = SuspendedToken(json) else { throw .unreadable }
        return suspended
    }

    private func ask(
        _ method: String,
        _ path: String,
        _ body: JSONValue?,
        key: String? = nil,
        by person: SignedInPerson
    ) async throws(IssuerFailure) -> JSONValue {
        var headers = [("Authorization", "Bearer \(person.accessToken)")]
        if let key { headers.append(("Idempotency-Key", key)) }
        let call = SiteCall(method, ActivationDesk.root + path, headers: headers, json: body)
        let reply = await backend.send(call)
        let json = try? JSONValue(parsing: reply.body)
        switch reply.status {
        case 200:
            guard let json else { throw .unreadable }
            return json
        case 401: throw .signInNeeded
        default:
            guard let code = json?["code"]?.string else { throw .unreadable }
            throw .refused(code: code, status: reply.status)
        }
    }
}

/// The reason why a call to the BFF or to the tenant failed.
enum IssuerFailure: Error, Hashable, Sendable {
    /// The access token is no longer valid, or its sign-in is not fresh enough: the holder signs in again.
    case signInNeeded
    /// The BFF's own code and HTTP status.
    case refused(code: String, status: Int)
    /// A response that cannot be read.
    case unreadable
}

/// A token that the holder has suspended, as the BFF reports it.
struct SuspendedToken: Hashable, Sendable {
    let lastFour: String
    /// The wallet's name; `nil` when it is no longer known.
    let walletName: String?

    /// Reads the BFF's response; `nil` when it does not report a suspended token.
    init?(_ json: JSONValue) {
        guard json["tokenState"]?.string == "SUSPENDED", let lastFour = json["lastFour"]?.string else { return nil }
        self.lastFour = lastFour
        walletName = json["walletName"]?.string
    }
}
