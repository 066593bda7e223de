public import ChavePixModel
public import PaymentsCore

/// What the worker tells of its work, for metrics and logs; nothing of what was sent.
public enum DeliveryReport: Sendable {
    /// `lagMilliseconds`: from when it was due to when it was sent.
    case attempted(AttemptResult, isFirst: Bool, lagMilliseconds: Int64)
    /// Stored by this server and not to be read any more: parked, and shown as such.
    case unreadable(delivery: String)
    /// The endpoint's secret or bearer cannot be opened with this server's key, so nothing is sent there.
    case secretUnreadable(WebhookID)
    case endpointDisabled(WebhookID, WebhookEndpoint.Standing.Reason)
    /// Somebody else holds the delivery by now: its lease was over before its attempt was.
    case fenced(WebhookDeliveryID)
    case storageFailed(StorageFault)
}
