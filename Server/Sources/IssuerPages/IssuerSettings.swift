public import ChavePixModel

/// What the issuer's pages are told once.
public struct IssuerSettings: Sendable {
    /// Where the pages stand.
    public static let mountPath = "/issuer"
    /// The last part of a path whose answer is held for a while.
    public static let heldSegment = "wait"
    /// Where the tenant sends a browser back to, below the base URL.
    public static let signedInPath = "\(mountPath)/signed-in"
    /// Where a wallet's link leads, below the base URL.
    public static let launchPath = "\(mountPath)/a2a"

    /// Where this machine is reached, `http://localhost:port` or `https://host`; no `/` at its end.
    public let baseURL: String
    /// What holders call the issuer.
    public let name: String
    /// The tenant that holders sign in to, as its tokens name it.
    public let issuer: String
    /// The client that these pages are there: a public one, which PKCE stands in for a secret at.
    public let clientID: String
    /// Hosts beside this one that wallets may be answered at, by https.
    public let walletHosts: [String]

    public init(
        baseURL: String,
        name: String,
        issuer: String,
        clientID: String,
        walletHosts: [String] = []
    ) {
        self.baseURL = baseURL
        self.name = name
        self.issuer = issuer
        self.clientID = clientID
        self.walletHosts = walletHosts
    }

    /// Whether cookies may go over TLS alone.
    var isSecure: Bool { baseURL.utf8.starts(with: "https://".utf8) }
    var redirectURI: String { baseURL + IssuerSettings.signedInPath }

    /// Whether an address is of this host, so that a form's answer may lead there.
    func isOwn(_ address: String) -> Bool { address.utf8.starts(with: "\(baseURL)/".utf8) }
}

/// Time, randomness and patience, which come from outside.
public struct IssuerWorld: Sendable {
    public var now: @Sendable () -> Timestamp
    public var randomBytes: @Sendable (_ count: Int) -> [UInt8]
    /// Lets so many milliseconds pass while a browser is held.
    public var pause: @Sendable (_ milliseconds: Int) async -> Void

    public init(
        now: @escaping @Sendable () -> Timestamp,
        randomBytes: @escaping @Sendable (_ count: Int) -> [UInt8],
        pause: @escaping @Sendable (_ milliseconds: Int) async -> Void
    ) {
        self.now = now
        self.randomBytes = randomBytes
        self.pause = pause
    }
}
