public import ChaveBase

/// The id of an event: the `webhook_id`, the same in every attempt and at every endpoint.
public typealias EventID = ResourceID<EventKind>
/// The id of an object of any kind.
public typealias AnyID = ResourceID<AnyKind>

/// The kind of event ids, which separates them from other ids.
public enum EventKind {}
/// The kind that stands for every kind.
public enum AnyKind {}

extension ResourceID {
    /// The same id as an id of any kind.
    public var ofAnyKind: AnyID { AnyID(high: high, low: low) }
}

extension ResourceID<AnyKind> {
    /// The same id as an id of one kind.
    public func ofKind<Other>() -> ResourceID<Other> { ResourceID<Other>(high: high, low: low) }
}
