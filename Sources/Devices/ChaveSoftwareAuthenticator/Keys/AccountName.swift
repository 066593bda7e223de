/// The names of an account, stored for display.
enum AccountName {
    /// The maximum stored size in bytes; the standard requires at least 64 (WebAuthn Level 3, section 6.4.1).
    static let maximumSize = 256

    /// Cuts the name to the stored size, at a boundary of whole characters.
    static func fitting(_ name: String) -> String {
        guard name.utf8.count > maximumSize else { return name }
        var size = 0
        return String(
            name.prefix { character in
                size += character.utf8.count
                return size <= maximumSize
            }
        )
    }
}
