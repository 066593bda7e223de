/// Why bytes are not the message they were read as.
///
/// A codec knows structure, never policy. `field` is the specification's name of the part that was being read. It never
/// contains any of the bytes, so that the error is fit for a log.
public enum WireError: Error, Hashable, Sendable {
    /// The input ended inside `field`.
    case truncated(field: String)
    /// The message was complete and bytes were left over.
    case trailingBytes
    /// `field` holds a value that its specification does not allow.
    case invalid(field: String)
    /// `field` is well formed but larger, deeper or more numerous than this reader accepts.
    case limitExceeded(field: String)
    /// `field` occurs twice in one object.
    case duplicate(field: String)
    /// `field` is required and absent.
    case missing(field: String)
    /// `field` is readable, but not in the one form that its specification requires.
    case notCanonical(field: String)
}
