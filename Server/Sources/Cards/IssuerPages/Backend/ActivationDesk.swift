import ChaveBase
import ChaveTransport
import ChaveWire

/// The BFF as the pages ask it, each call in the name of one person.
struct ActivationDesk: Sendable {
    let backend: any IssuerBackend

    private static let root = "/app2app/v1"

    func preview(_ payload: JSONValue, by person: SignedInPerson) async throws(IssuerFailure) -> ActivationQuestion {
        let json = try await ask("POST", "/token-activations/preview", payload, by: person)
        guard let question = ActivationQuestion(json) else { throw .unreadable }
        return question
    }

    /// Once more with the same key is the same activation, which is how the truth is found after an answer was lost.
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
        if body != nil { headers.append(("Content-Type", "application/json")) }
        if let key { headers.append(("Idempotency-Key", key)) }
        let call = IssuerCall(method, ActivationDesk.root + path, headers: headers, body: body?.encoded() ?? [])
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
