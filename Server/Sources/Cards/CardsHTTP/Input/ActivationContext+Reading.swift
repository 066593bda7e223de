import ChaveBase
import ChaveWire
import HTTPKernel
import TokenActivationCore

extension ActivationContext {
    /// The request's idempotency key; its fingerprint covers the bytes of the body.
    func key() throws -> IdempotencyKey {
        let values = request.headers.filter { $0.name == "idempotency-key" }.map(\.value)
        // Two keys are ambiguous, so the request is refused.
        guard values.count < 2 else { throw Problem(.idempotencyKeyInvalid, "There are several.") }
        return try IdempotencyKey(header: values.first, method: request.method, path: request.path, body: body)
    }

    /// The body as a wallet's payload.
    ///
    /// Other members are ignored, but they must not contain a card number either.
    func payload() throws -> ActivationPayload {
        let object = try object()
        try ActivationContext.requireNoCardNumber(beside: object)
        var payload = ActivationPayload()
        for (name, member) in ActivationPayload.members {
            payload[keyPath: member] = try ActivationContext.text(object[name], name)
        }
        return payload
    }

    /// Whether a payload has a member of this name, which an answer may then name.
    static func isMember(_ name: String) -> Bool { ActivationPayload.members.contains { $0.name == name } }

    private var body: [UInt8] {
        guard case .bytes(let bytes) = request.body else { return [] }
        return bytes
    }

    private func object() throws -> JSONObject {
        guard request.mediaType == "application/json", !request.isCoded else { throw Problem(.unsupportedMediaType) }
        let json: JSONValue
        do throws(JSONError) {
            json = try JSONValue(parsing: body)
        } catch {
            throw Problem(.invalidPayload, "At byte \(error.position) of the body, \(error.problem.rawValue).")
        }
        guard let object = json.object else { throw Problem(.invalidPayload, "The body is no JSON object.") }
        return object
    }

    /// Checks the names and values of all other members; the rules check the payload's own texts.
    private static func requireNoCardNumber(beside object: JSONObject) throws(Problem) {
        for (name, value) in object.members where !isMember(name) {
            guard CardNumbers.occur(in: name) || value.holdsCardNumber else { continue }
            throw Problem(.cardNumberRefused, "It stands in a member that is not a payload's.")
        }
    }

    /// The text of a member; `null` counts as absent, and a number is not a text.
    private static func text(_ value: JSONValue?, _ name: String) throws -> String? {
        switch value {
        case nil, .null?: return nil
        case .string(let text)?: return text
        default: throw Problem(.invalidPayload, "A member is no text.", field: name)
        }
    }
}

extension JSONValue {
    fileprivate var holdsCardNumber: Bool {
        if let string { return CardNumbers.occur(in: string) }
        if let number { return CardNumbers.occur(in: number.text) }
        if let array { return array.contains(where: \.holdsCardNumber) }
        return (object?.members ?? []).contains { CardNumbers.occur(in: $0.name) || $0.value.holdsCardNumber }
    }
}
