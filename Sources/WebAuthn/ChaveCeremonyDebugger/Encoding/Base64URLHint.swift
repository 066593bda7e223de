/// What base64url is usually mistaken for.
enum Base64URLHint {
    /// A sentence that begins with a space, or nothing.
    static func about(_ text: String) -> String {
        if text.utf8.contains(UInt8(ascii: "+")) || text.utf8.contains(UInt8(ascii: "/")) {
            return " It holds '+' or '/': that is base64; write '-' and '_' instead, and no '='."
        }
        if text.utf8.last == UInt8(ascii: "=") { return " Leave out the '=' at its end." }
        return ""
    }
}
