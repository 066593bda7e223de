public import Foundation

/// A link with which a wallet asks the issuer's app to activate a card.
///
/// A value of this type proves the form of the link, and nothing about its sender: any app and any page can open a
/// link. Neither the description nor the mirror shows the content.
public struct TokenActivationLink: Hashable, Sendable {
    /// The wallet's statements about card, token and device, none of which is proven.
    public let payload: App2AppTokenActivationPayload
    /// The address of the answer, which the rules allow.
    public let callback: WalletCallback

    /// Reads a link from a URL.
    ///
    /// - Throws: the first fault, in the order of ``TokenActivationLinkRefusal``.
    public init(_ url: URL, rules: TokenActivationRules) throws(TokenActivationLinkRefusal) {
        try self.init(text: url.absoluteString, rules: rules)
    }

    /// Reads a link from its text, when there is no `URL` yet: from a terminal or a QR code.
    public init(text: String, rules: TokenActivationRules) throws(TokenActivationLinkRefusal) {
        let query = try LaunchCheck(rules: rules).query(of: text)
        let items = try LinkItems(query)
        callback = try WalletCallback(items[rules.names.callback], rules: rules)
        guard let written = items[rules.names.payload] else { throw .payloadMissing }
        payload = try App2AppTokenActivationPayload(base64: written)
    }

    /// The callback of a link whose payload may be refused; `nil` when the link is not for this app or its callback is
    /// refused.
    ///
    /// A wallet that sent a broken payload then gets an answer.
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
