/// Reads a wallet's link.
protocol LaunchReader: Sendable {
    /// Reads `query` as the browser sent it, without the question mark.
    func read(_ query: String) throws(LaunchRefusal) -> Launch
}

/// An invalid wallet's link, with the library's code for the reason.
struct LaunchRefusal: Error, Hashable, Sendable {
    let code: String
    /// The wallet's address with a failure, set when the link is ours and only its payload is wrong.
    let answer: String?
}
