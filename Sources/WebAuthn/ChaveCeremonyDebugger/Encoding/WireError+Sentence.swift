import ChaveBase

extension WireError {
    /// The fault as a sentence.
    var sentence: String {
        switch self {
        case .truncated(let field): "The bytes end inside \(field)."
        case .trailingBytes: "There are more bytes after what was complete."
        case .invalid(let field): "\(field) holds what its specification does not allow."
        case .limitExceeded(let field): "\(field) is larger, deeper or more than is taken here."
        case .duplicate(let field): "\(field) stands twice."
        case .missing(let field): "\(field) is missing."
        case .notCanonical(let field): "\(field) is not in the one form that CTAP2 asks for."
        }
    }
}

/// Counted nouns inside messages.
enum Counted {
    static func bytes(_ count: Int) -> String { count == 1 ? "1 byte" : "\(count) bytes" }
}

/// Hints about texts that were encoded in another way than base64url.
enum Base64URLHint {
    /// A sentence that begins with a space, or an empty text.
    static func about(_ text: String) -> String {
        if text.utf8.contains(UInt8(ascii: "+")) || text.utf8.contains(UInt8(ascii: "/")) {
            return " It holds '+' or '/': that is base64; write '-' and '_' instead, and no '='."
        }
        if text.utf8.last == UInt8(ascii: "=") { return " Leave out the '=' at its end." }
        return ""
    }
}
