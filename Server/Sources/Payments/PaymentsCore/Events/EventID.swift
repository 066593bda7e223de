public import ChaveBase

/// Names an event: the `webhook_id`, the same in every attempt and at every endpoint.
public typealias EventID = ResourceID<EventKind>
/// Names an object, whatever its kind.
public typealias AnyID = ResourceID<AnyKind>

/// Keeps the ids of events apart.
public enum EventKind {}
/// Stands for every kind.
public enum AnyKind {}

extension ResourceID {
    /// The same id, as one of any kind.
    public var ofAnyKind: AnyID { AnyID(high: high, low: low) }
}

extension ResourceID<AnyKind> {
    /// The same id as one of a kind.
    public func ofKind<Other>() -> ResourceID<Other> { ResourceID<Other>(high: high, low: low) }
}
