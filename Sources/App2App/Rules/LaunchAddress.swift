/// The address that opens the issuer's app: scheme, host and path, as they were given to the network at setup.
///
/// A custom scheme (`bank-app://token-activation/a2a`), or an https address that the system gives to the app
/// (a Universal Link). Links are compared with it letter by letter.
public struct LaunchAddress: Hashable, Sendable {
    public let scheme: String
    public let host: String
    /// Begins with `/`.
    public let path: String

    public init(scheme: String, host: String, path: String) {
        self.scheme = scheme
        self.host = host
        self.path = path
    }
}
