public import ChavePixModel

/// Sends calls to the banks.
///
/// One contract for every connector: `InstitutionConnectorConformance`. <doc:AnotherConnector> shows how one is written.
public protocol InstitutionConnector: Sendable {
    /// Makes the call and returns its outcome.
    ///
    /// It never throws. It returns within `timeoutMilliseconds`, or up to 15 s later where keys or a discovery document must
    /// be fetched.
    func send(_ call: InstitutionCall, timeoutMilliseconds: Int) async -> InstitutionReply

    /// The way by which new objects are made at an institution.
    ///
    /// It may register the platform there first, so it may take some seconds.
    func route(to institution: InstitutionID) async -> InstitutionRouting

    /// Checks an identity token with the keys of the institution that `question` names.
    func verify(_ question: IdentityQuestion) async -> IdentityVerdict
}

/// The kind of object that changed at a bank.
public enum InstitutionNotificationKind: String, Hashable, Sendable, Codable, CaseIterable {
    case enrollment
    case consent
    case payment
}

/// Receives a bank's notifications, which say that an object changed, never how.
public protocol InstitutionNotifications: Sendable {
    func notified(_ institution: InstitutionID, _ kind: InstitutionNotificationKind, id: String) async
}
