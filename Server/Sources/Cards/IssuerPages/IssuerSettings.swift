import App2App
import ChaveBase

/// The fixed settings of the issuer's pages.
public struct IssuerSettings: Sendable {
    /// The path of the pages.
    public static let mountPath = "/issuer"
    /// The last segment of a path whose response is delayed for a while.
    public static let heldSegment = "wait"
    /// The path, below the base URL, to which the tenant sends a browser back.
    public static let signedInPath = "\(mountPath)/signed-in"
    /// The path, below the base URL, of a wallet's link.
    public static let launchPath = "\(mountPath)/a2a"

    /// Whether a page at a path below ``mountPath`` begins a stored session for any visitor.
    @Sendable public static func opensSession(_ path: String) -> Bool {
        let parts = path.split(separator: "/")
        return parts.elementsEqual(["sign-in"]) || parts.elementsEqual(["a2a"])
    }

    /// Whether the pages can run at `baseURL`: links need https without a port, or a port of this machine.
    public static func canStand(at baseURL: String) -> Bool {
        guard LoopbackOrigin(baseURL) == nil else { return true }
        let parts = baseURL.split(separator: "/", omittingEmptySubsequences: false)
        return parts.count == 3 && parts[0] == "https:" && parts[1].isEmpty && !parts[2].isEmpty
            && !parts[2].utf8.contains(UInt8(ascii: ":"))
    }

    /// The URL of this server, `http://localhost:port` or `https://host`, without a `/` at its end.
    public let baseURL: String
    /// The issuer's name for holders.
    public let name: String
    /// The tenant where holders sign in, as its tokens name it.
    public let issuer: String
    /// The client id of these pages at the tenant: a public client that uses PKCE instead of a secret.
    public let clientID: String
    /// Other https hosts at which wallets may receive their answer.
    public let walletHosts: [String]
    /// The path on this host at which a wallet receives its answer, with a slash at its end; `nil` when there is none.
    ///
    /// An answer opens no other page of this host.
    public let ownReturnPath: String?

    public init(
        baseURL: String,
        name: String,
        issuer: String,
        clientID: String,
        walletHosts: [String] = [],
        ownReturnPath: String? = nil
    ) {
        self.baseURL = baseURL
        self.name = name
        self.issuer = issuer
        self.clientID = clientID
        self.walletHosts = walletHosts
        self.ownReturnPath = ownReturnPath
    }

    /// Whether cookies are limited to TLS.
    var isSecure: Bool { baseURL.utf8.starts(with: "https://".utf8) }
    var redirectURI: String { baseURL + IssuerSettings.signedInPath }

    /// Whether an address is on this host, so that a form's response may redirect there.
    func isOwn(_ address: String) -> Bool { address.utf8.starts(with: "\(baseURL)/".utf8) }

    /// Whether a wallet may receive its answer at an address that the library's rules allow.
    ///
    /// On this host the address must be one step below ``ownReturnPath``; on other hosts any address is allowed.
    func isReturn(_ address: String) -> Bool {
        let place = address.prefix { $0 != "?" }
        guard place == baseURL || isOwn(String(place)) else { return true }
        guard let ownReturnPath, place.utf8.starts(with: "\(baseURL)\(ownReturnPath)".utf8) else { return false }
        let step = place.utf8.dropFirst(baseURL.utf8.count + ownReturnPath.utf8.count)
        let isPlain = step.allSatisfy { byte in
            let isLetter = (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
            return isLetter || (0x30...0x39).contains(byte) || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
        }
        return isPlain && !step.isEmpty
    }
}
