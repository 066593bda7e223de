import ChaveWire

/// The number that both devices show, so that the person sees that they speak with each other.
public struct MatchNumber: Hashable, Sendable {
    /// Two digits.
    public let text: String
    /// The tenant whose credential is asked for.
    public let tenantName: String

    /// By the server's words: two digits, as a text or as a number.
    static func text(_ value: JSONValue?) throws(SignInError) -> String {
        let text = value?.string ?? value?.number?.int64.map { $0 < 10 ? "0\($0)" : "\($0)" }
        guard let text, text.utf8.count == 2, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
            throw .unreadable("match number")
        }
        return text
    }
}
