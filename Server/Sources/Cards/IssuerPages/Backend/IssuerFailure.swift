/// Why the BFF or the tenant did not do what the pages asked for.
enum IssuerFailure: Error, Hashable, Sendable {
    /// The access token counts no more, or is not fresh enough: the holder signs in again.
    case signInNeeded
    /// The BFF's own word, and until when it holds, where that is said.
    case refused(code: String, status: Int)
    /// An answer that cannot be read.
    case unreadable
}
