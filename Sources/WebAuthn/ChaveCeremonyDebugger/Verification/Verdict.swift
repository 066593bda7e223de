public import ChaveWire

/// The outcome of one line, and the line that answers it.
public struct Verdict: Sendable, Hashable {
    /// Whether the ceremony is valid.
    public enum Outcome: Sendable, Hashable, CaseIterable {
        /// Every step passed.
        case verified
        /// A step refuses the ceremony.
        case refused
        /// The line is not a request, and nothing was verified.
        case unreadable
    }

    /// Whether the ceremony is valid.
    public let outcome: Outcome
    /// `{"verified": true, …}`, or `{"verified": false, "refusal", "step", "message"}`.
    public let json: JSONValue

    static func verified(_ members: JSONObject) -> Verdict {
        var object = JSONObject()
        object["verified"] = true
        for (name, value) in members.members { object[name] = value }
        return Verdict(outcome: .verified, json: .object(object))
    }

    static func refused(_ refusal: String, step: String, _ message: String) -> Verdict {
        let json: JSONValue = [
            "verified": false, "refusal": .string(refusal), "step": .string(step), "message": .string(message),
        ]
        return Verdict(outcome: .refused, json: json)
    }

    static func unreadable(_ reason: Unreadable) -> Verdict {
        var object = JSONObject()
        object["verified"] = false
        object["refusal"] = "unreadable"
        object["step"] = .null
        object["message"] = .string(reason.message)
        object["position"] = reason.position.map { JSONValue($0) }
        return Verdict(outcome: .unreadable, json: .object(object))
    }
}
