public import ChavePixModel
public import InstitutionPort

/// Receives the changes of objects that belong to registered clients; a change says that, never how.
public protocol ClientNotifications: Sendable {
    func changed(
        _ kind: InstitutionNotificationKind,
        _ id: String,
        of client: String,
        at institution: InstitutionID
    ) async
}
