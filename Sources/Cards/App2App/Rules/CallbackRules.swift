/// Where an answer may go: the schemes of the wallets' apps, and the hosts of their https addresses.
///
/// Nothing else is opened. Schemes that run code, dial, send or read files are never opened, even where they are listed;
/// neither is the issuer's own address.
public struct CallbackRules: Hashable, Sendable {
    /// Custom schemes, in lower case; `https` has no effect here, as its hosts are listed one by one.
    public let schemes: Set<String>
    /// Hosts of https callbacks, in lower case, without a port.
    public let httpsHosts: Set<String>

    /// What may be opened: custom schemes, and hosts for https.
    ///
    /// Both lists empty: nothing is.
    public init(schemes: Set<String> = [], httpsHosts: Set<String> = []) {
        self.schemes = Set(schemes.map { $0.lowercased() })
        self.httpsHosts = Set(httpsHosts.map { $0.lowercased() })
    }

    /// Refused whatever is listed: each of them acts on the device or shows what the sender wrote.
    static let neverOpened: Set<String> = [
        "about", "app-settings", "applewebdata", "blob", "content", "data", "facetime", "facetime-audio", "feed",
        "file",
        "filesystem", "ftp", "gopher", "http", "intent", "itms", "itms-apps", "itms-services", "javascript", "jar",
        "livescript", "mailto", "mms", "moz-extension", "prefs", "resource", "shortcuts", "sms", "smsto", "ssh", "tel",
        "telnet", "telprompt", "vbscript", "view-source", "ws", "wss",
    ]
}
