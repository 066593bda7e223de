/// What a mailed link is about, and what it does once its page was asked to.
public protocol MailedSuspensions: Sendable {
    /// Changes nothing; `nil` where the link counts no more, or never did.
    func look(at secret: String) async throws -> MailedSuspension?

    /// `nil` where the link counts no more, or never did.
    ///
    /// - Throws: ``MailedSuspensionRefusal`` where the rules or the network said why not.
    func suspend(by secret: String) async throws -> MailedSuspension?
}

/// A token that its holder was told of by mail.
public struct MailedSuspension: Hashable, Sendable {
    public var lastFour: String
    public var walletName: String
    public var deviceName: String?
    /// As its network calls it: `ACTIVE`, `SUSPENDED`.
    public var tokenState: String

    public init(lastFour: String, walletName: String, deviceName: String?, tokenState: String) {
        self.lastFour = lastFour
        self.walletName = walletName
        self.deviceName = deviceName
        self.tokenState = tokenState
    }
}
