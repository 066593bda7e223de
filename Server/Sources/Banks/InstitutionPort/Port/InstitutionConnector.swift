public import ChavePixModel

/// The way to the banks.
public protocol InstitutionConnector: Sendable {
    /// Makes the call and tells how it ended.
    ///
    /// Never throws; answers within `timeoutMilliseconds`.
    func send(_ call: InstitutionCall, timeoutMilliseconds: Int) async -> InstitutionReply
}

/// What kind of thing changed at a bank.
public enum InstitutionNotificationKind: String, Hashable, Sendable, Codable, CaseIterable {
    case enrollment
    case consent
    case payment
}

/// What a bank tells the platform: that something changed, never what.
public protocol InstitutionNotifications: Sendable {
    func notified(_ institution: InstitutionID, _ kind: InstitutionNotificationKind, id: String) async
}
