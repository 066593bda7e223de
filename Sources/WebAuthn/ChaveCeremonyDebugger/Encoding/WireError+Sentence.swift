import ChaveBase

extension WireError {
    /// What is wrong, as a sentence.
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
