/// The names of an account, kept for the person to read.
enum AccountName {
    /// The standard wants at least 64 bytes kept (WebAuthn Level 3, section 6.4.1).
    static let maximumSize = 256

    /// As much of the name as is kept: whole characters, as the person sees them.
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
