/// The address that opens the issuer's app: scheme, host and path, as they were given to the network at setup.
///
/// A custom scheme (`bank-app://token-activation/a2a`), or an https address that the system gives to the app
/// (a Universal Link). Links are compared with it letter by letter.
public struct LaunchAddress: Hashable, Sendable {
    /// In lower case, as Info.plist declares it.
    public let scheme: String
    /// In lower case; compared whole, never by its end.
    public let host: String
    /// Begins with `/`.
    public let path: String

    /// The address of the setup with the network; scheme and host are compared in lower case.
    public init(scheme: String, host: String, path: String) {
        self.scheme = scheme
        self.host = host
        self.path = path
    }
}
