import PaymentsModel

/// Why a run of work stops before its object is at rest.
enum RunFailure: Error {
    /// Another writer changed the object: read it again.
    case conflict
    /// Another object has the value that must be unique.
    case taken(CommitFailure.UniqueValue)
    /// The storage failed: the sweep finds the object again once its hold ends.
    case storage(StorageFault)
    /// A stored value does not fit the rules or its key: the object does not move, and an operator gets an alert.
    case stuck(Payments.Alert)

    /// Whether a new read and a new decision may have another result.
    ///
    /// This includes the case that another request claimed the same key first.
    var isWorthAnotherLook: Bool {
        switch self {
        case .conflict, .taken(.idempotencyKey): true
        case .taken, .storage, .stuck: false
        }
    }

    init(_ failure: CommitFailure) {
        switch failure {
        case .conflict: self = .conflict
        case .taken(let value): self = .taken(value)
        case .fault(let fault): self = .storage(fault)
        }
    }
}
