import ChaveBase

/// The settings of the wallet's pages.
public struct WalletSettings: Sendable {
    /// The path of the pages on this host.
    public static let mountPath = "/wallet"
    /// The path to which the issuer's app returns, with a token's id behind it.
    public static let returnPath = "\(mountPath)/return/"
    /// The last part of a path whose answer waits until something changes.
    public static let heldSegment = "wait"

    /// The address of this machine, `http://localhost:port` or `https://host`, without a `/` at its end.
    public let baseURL: String
    /// The path of the issuer's pages that accepts a wallet's link, on this host.
    public let launchPath: String
    /// The key that signs the wallet's cookies, so that they stay valid over a restart.
    public let secret: [UInt8]
    /// The flags with which a command on this machine finds this server, each with a space before it.
    public let whereItIs: String
    /// Draws a QR as an `svg` element; `nil` when it cannot.
    ///
    /// Screen readers read the second text.
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

    /// Whether browsers send the cookies over TLS only.
    var isSecure: Bool { baseURL.utf8.starts(with: "https://".utf8) }

    static let stylePath = "/wallet.css"
}
