/// What the issuer's pages are told once.
public struct IssuerSettings: Sendable {
    /// Where the pages stand.
    public static let mountPath = "/issuer"

    /// Where this machine is reached, `http://localhost:port` or `https://host`; no `/` at its end.
    public let baseURL: String

    public init(baseURL: String) { self.baseURL = baseURL }

    /// Whether cookies may go over TLS alone.
    var isSecure: Bool { baseURL.utf8.starts(with: "https://".utf8) }
}
