/// Reads a wallet's link.
protocol LaunchReader: Sendable {
    /// `query` as the browser sent it, without the question mark.
    func read(_ query: String) throws(LaunchRefusal) -> Launch
}

/// A wallet's link that is none, by the library's word for why.
struct LaunchRefusal: Error, Hashable, Sendable {
    let code: String
    /// The wallet's address with a failure, where the link is ours and only its payload is at fault.
    let answer: String?
}
