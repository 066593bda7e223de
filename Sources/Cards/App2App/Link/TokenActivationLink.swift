public import Foundation

/// A link with which a wallet asks the issuer's app to make a card active.
///
/// That there is one says that it has the right form, and nothing about who sent it: any app and any page can open a link.
/// Neither description nor mirror shows what is in it.
public struct TokenActivationLink: Hashable, Sendable {
    /// What the wallet says of card, token and device; nothing of it is proven.
    public let payload: App2AppTokenActivationPayload
    /// Where the answer goes, taken by the rules' list.
    public let callback: WalletCallback

    /// - Throws: the first thing that is wrong, in the order of ``TokenActivationLinkRefusal``.
    public init(_ url: URL, rules: TokenActivationRules) throws(TokenActivationLinkRefusal) {
        try self.init(text: url.absoluteString, rules: rules)
    }

    /// The same over the text as it came in, where there is no `URL` yet: a terminal, a QR code.
    public init(text: String, rules: TokenActivationRules) throws(TokenActivationLinkRefusal) {
        let query = try LaunchCheck(rules: rules).query(of: text)
        let items = try LinkItems(query)
        callback = try WalletCallback(items[rules.names.callback], rules: rules)
        guard let written = items[rules.names.payload] else { throw .payloadMissing }
        payload = try App2AppTokenActivationPayload(base64: written)
    }

    /// Where a link can be answered although its payload is refused; `nil` where the link is not the app's own.
    ///
    /// So that a wallet with a broken payload does not wait for an answer that never comes.
    public static func callback(of url: URL, rules: TokenActivationRules) -> WalletCallback? {
        guard let query = try? LaunchCheck(rules: rules).query(of: url.absoluteString),
            let items = try? LinkItems(query)
        else { return nil }
        return try? WalletCallback(items[rules.names.callback], rules: rules)
    }
}

extension TokenActivationLink: CustomStringConvertible, CustomReflectable {
    public var description: String { "TokenActivationLink(<redacted>)" }
    public var customMirror: Mirror { Mirror(self, children: [:]) }
}
