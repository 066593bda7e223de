/// The allowed addresses of an answer: the schemes of the wallets' apps, and the hosts of their https addresses.
///
/// No other address is opened. Schemes that run code, dial, send or read files are never opened, even when they are
/// listed. The issuer's own address is never opened either.
public struct CallbackRules: Hashable, Sendable {
    /// The custom schemes, in lower case; `https` has no effect here, because its hosts are listed individually.
    public let schemes: Set<String>
    /// The hosts of https callbacks, in lower case, without a port.
    public let httpsHosts: Set<String>

    /// Creates rules from the allowed custom schemes and https hosts.
    ///
    /// With two empty lists nothing is opened.
    public init(schemes: Set<String> = [], httpsHosts: Set<String> = []) {
        self.schemes = Set(schemes.map { $0.lowercased() })
        self.httpsHosts = Set(httpsHosts.map { $0.lowercased() })
    }

    /// The schemes that are always refused: each acts on the device or shows the sender's content.
    static let neverOpened: Set<String> = [
        "about", "app-settings", "applewebdata", "blob", "content", "data", "facetime", "facetime-audio", "feed",
        "file",
        "filesystem", "ftp", "gopher", "http", "intent", "itms", "itms-apps", "itms-services", "javascript", "jar",
        "livescript", "mailto", "mms", "moz-extension", "prefs", "resource", "shortcuts", "sms", "smsto", "ssh", "tel",
        "telnet", "telprompt", "vbscript", "view-source", "ws", "wss",
    ]
}
