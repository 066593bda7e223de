/// The nine digits that lead a second device to a credential, good for 90 seconds.
public struct CredentialToken: Hashable, Sendable {
    /// As given; spaces and hyphens are allowed.
    public let value: String

    /// Nine digits, with spaces and hyphens or without; the call that takes it says what is wrong.
    public init(value: String) { self.value = value }

    /// The nine digits; `nil` when there are more, fewer or other characters.
    var digits: String? {
        let kept = value.filter { !$0.isWhitespace && $0 != "-" }
        let isDigits = kept.utf8.count == 9 && kept.utf8.allSatisfy { (0x30...0x39).contains($0) }
        return isDigits ? kept : nil
    }
}
