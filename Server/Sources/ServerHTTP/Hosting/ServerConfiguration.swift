/// How a server is started.
public struct ServerConfiguration: Sendable {
    /// Where everything is kept; made when it does not exist.
    public var dataDirectory: String
    public var address: String
    public var port: Int
    /// How the outside reaches the server; `http://localhost:<port>` when it is not given.
    public var publicBaseURL: String?
    /// With the sandbox bank, its people and a merchant to try things with.
    public var isSandbox: Bool
    public var accessTokenSeconds: Int64
    public var requestLimits = RequestLimits()
    /// Only for the test of the test: `false` answers before the disk has what was answered.
    public var isSynced = true

    public init(
        dataDirectory: String,
        address: String = "127.0.0.1",
        port: Int = 8080,
        publicBaseURL: String? = nil,
        isSandbox: Bool,
        accessTokenSeconds: Int64 = 900
    ) {
        self.dataDirectory = dataDirectory
        self.address = address
        self.port = port
        self.publicBaseURL = publicBaseURL
        self.isSandbox = isSandbox
        self.accessTokenSeconds = accessTokenSeconds
    }

    public var baseURL: String { publicBaseURL ?? "http://localhost:\(port)" }
}
