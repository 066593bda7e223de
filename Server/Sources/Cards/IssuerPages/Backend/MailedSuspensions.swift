/// The port for mailed links: looks up the token of a link, and suspends that token.
public protocol MailedSuspensions: Sendable {
    /// Reads the token and changes nothing; `nil` when the link is not valid, or no longer.
    func look(at secret: String) async throws -> MailedSuspension?

    /// Suspends the token; `nil` when the link is not valid, or no longer.
    ///
    /// - Throws: ``MailedSuspensionRefusal`` when the rules or the network refused with a reason.
    func suspend(by secret: String) async throws -> MailedSuspension?
}

/// A token about which its holder got a mail.
public struct MailedSuspension: Hashable, Sendable {
    public var lastFour: String
    public var walletName: String
    public var deviceName: String?
    /// The token's state in the network's terms: `ACTIVE`, `SUSPENDED`.
    public var tokenState: String

    public init(lastFour: String, walletName: String, deviceName: String?, tokenState: String) {
        self.lastFour = lastFour
        self.walletName = walletName
        self.deviceName = deviceName
        self.tokenState = tokenState
    }
}

/// The reason why the token of a mailed link was not suspended, with the BFF's code for it.
public struct MailedSuspensionRefusal: Error, Hashable, Sendable {
    public var code: String
    /// The HTTP status that the BFF would answer with.
    public var status: Int

    public init(code: String, status: Int) {
        self.code = code
        self.status = status
    }
}
