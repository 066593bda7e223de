/// Why a run of work stops before its object is at rest.
enum RunFailure: Error {
    /// Somebody else moved the object: read it again.
    case conflict
    /// The storage failed: the sweep finds the object again once its hold ends.
    case storage(StorageFault)
    /// Something stored does not fit the rules or its key: it stays where it is, and an operator hears of it.
    case stuck(Payments.Alert)

    init(_ failure: CommitFailure) {
        switch failure {
        case .conflict, .taken: self = .conflict
        case .fault(let fault): self = .storage(fault)
        }
    }
}
