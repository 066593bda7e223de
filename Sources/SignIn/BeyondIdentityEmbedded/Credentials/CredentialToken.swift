/// The nine digits that lead a second device to a credential, valid for 90 seconds.
public struct CredentialToken: Hashable, Sendable {
    /// The text that the app passed; spaces and hyphens are allowed.
    public let value: String

    /// Creates a token from nine digits, with or without spaces and hyphens; the call that uses the token checks them.
    public init(value: String) { self.value = value }

    /// The nine digits; `nil` when there are more, fewer or other characters.
    var digits: String? {
        let kept = value.filter { !$0.isWhitespace && $0 != "-" }
        let isDigits = kept.utf8.count == 9 && kept.utf8.allSatisfy { (0x30...0x39).contains($0) }
        return isDigits ? kept : nil
    }
}
