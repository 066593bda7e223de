import App2App
import ChaveBase

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

    /// Whether a page at a path below ``mountPath`` begins a session, which is kept for whoever comes.
    @Sendable public static func opensSession(_ path: String) -> Bool {
        let parts = path.split(separator: "/")
        return parts.elementsEqual(["sign-in"]) || parts.elementsEqual(["a2a"])
    }

    /// Whether the pages can stand there: links name a host by https without a port, or a port of this machine.
    public static func canStand(at baseURL: String) -> Bool {
        guard LoopbackOrigin(baseURL) == nil else { return true }
        let parts = baseURL.split(separator: "/", omittingEmptySubsequences: false)
        return parts.count == 3 && parts[0] == "https:" && parts[1].isEmpty && !parts[2].isEmpty
            && !parts[2].utf8.contains(UInt8(ascii: ":"))
    }

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
    /// Where a wallet of this host is answered, with a slash at its end; there is none where it is `nil`.
    ///
    /// No other page of this host is opened with an answer.
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

    /// Whether cookies may go over TLS alone.
    var isSecure: Bool { baseURL.utf8.starts(with: "https://".utf8) }
    var redirectURI: String { baseURL + IssuerSettings.signedInPath }

    /// Whether an address is of this host, so that a form's answer may lead there.
    func isOwn(_ address: String) -> Bool { address.utf8.starts(with: "\(baseURL)/".utf8) }

    /// Whether a wallet may be answered at an address that the library's rules allow: of this host, one step below
    /// ``ownReturnPath``, as it stands there; elsewhere, wherever the wallet likes.
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
