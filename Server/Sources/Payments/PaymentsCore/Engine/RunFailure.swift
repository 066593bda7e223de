/// Why a run of work stops before its object is at rest.
enum RunFailure: Error {
    /// Somebody else moved the object: read it again.
    case conflict
    /// Somebody else has what must be unique.
    case taken(CommitFailure.UniqueValue)
    /// The storage failed: the sweep finds the object again once its hold ends.
    case storage(StorageFault)
    /// Something stored does not fit the rules or its key: it stays where it is, and an operator hears of it.
    case stuck(Payments.Alert)

    /// Whether reading again and deciding again may go another way: also when somebody claimed the same key first.
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
