import ChaveBase

/// What the wallet's pages are told once.
public struct WalletSettings: Sendable {
    /// Where the pages stand.
    public static let mountPath = "/wallet"
    /// Where the issuer's app leads back to, with a token's id behind it.
    public static let returnPath = "\(mountPath)/return/"
    /// The last part of a path whose answer is held until something changes.
    public static let heldSegment = "wait"

    /// Where this machine is reached, `http://localhost:port` or `https://host`; no `/` at its end.
    public let baseURL: String
    /// Where the issuer's pages take a wallet's link, on this host.
    public let launchPath: String
    /// What proves the wallet's cookies, so that they hold over a restart.
    public let secret: [UInt8]
    /// What a command of this machine has to be told to find this server: flags with a space before each.
    public let whereItIs: String
    /// Draws a QR as an `svg` element, `nil` where it cannot; the second text is read to people who do not see it.
    public let drawQR: @Sendable (_ text: String, _ title: String) -> String?

    public init(
        baseURL: String,
        launchPath: String,
        secret: [UInt8],
        whereItIs: String = "",
        drawQR: @escaping @Sendable (_ text: String, _ title: String) -> String?
    ) {
        self.baseURL = baseURL
        self.launchPath = launchPath
        self.secret = secret
        self.whereItIs = whereItIs
        self.drawQR = drawQR
    }

    /// Whether cookies may go over TLS alone.
    var isSecure: Bool { baseURL.utf8.starts(with: "https://".utf8) }

    static let stylePath = "/wallet.css"
}
