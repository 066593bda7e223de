import PaymentsModel
import SQLPort

extension StorageFault {
    init(_ fault: SQLStorageFault) {
        self.init(
            underlying: fault.underlying,
            isOutcomeUnknown: fault.isOutcomeUnknown,
            isAbandoned: fault.isAbandoned
        )
    }

    /// The fault of statements without a demand and without a unique key.
    init(_ failure: SQLFailure) { self.init(failure.fault) }
}

extension CommitFailure {
    /// Converts a failure of a batch to the port's refusal; only this code does so.
    init(_ failure: SQLFailure) {
        switch failure {
        case .unmet: self = .conflict
        case .taken(let key, _): self = Self.violation(of: key)
        case .fault(let fault): self = .fault(StorageFault(fault))
        }
    }

    /// The refusal for a violated unique constraint.
    private static func violation(of key: String) -> CommitFailure {
        switch key {
        case "idempotency_pkey": .taken(.idempotencyKey)
        case "customer_identifier": .taken(.customerIdentifier)
        case "payment_intent_external", "payment_intent_device_external": .taken(.intentExternalID)
        case "payment_intent_end_to_end", "scheduled_charge_end_to_end": .taken(.endToEndID)
        case "credential_id": .taken(.credentialID)
        case "enrollment_state": .taken(.stateDigest)
        case "app_name": .taken(.app)
        // Two writers brought the same object to the same version.
        case "audit_entry_version": .conflict
        default: .taken(.identifier)
        }
    }
}
