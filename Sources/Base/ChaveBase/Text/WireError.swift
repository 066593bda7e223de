/// Why bytes are not the message they were read as.
///
/// A codec knows structure, never policy. `field` is the name the specification gives the part that was being read; it
/// never holds any of the bytes, so the error is fit for a log.
public enum WireError: Error, Hashable, Sendable {
    /// The input ended inside `field`.
    case truncated(field: String)
    /// The message was complete and bytes were left over.
    case trailingBytes
    /// `field` holds a value that its specification does not allow.
    case invalid(field: String)
    /// `field` is well formed but larger, deeper or more numerous than this reader takes.
    case limitExceeded(field: String)
    /// `field` stands twice in one object.
    case duplicate(field: String)
    /// `field` is required and absent.
    case missing(field: String)
    /// `field` could be read, but not in the one form its specification requires.
    case notCanonical(field: String)
}
