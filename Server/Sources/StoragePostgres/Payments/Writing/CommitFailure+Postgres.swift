import PaymentsCore
import PostgresClient

extension StorageFault {
    /// What a failure of the driver is for the port, where it refuses nothing.
    init(_ error: PostgresError) {
        self.init(
            underlying: error,
            isOutcomeUnknown: error.isOutcomeUnknown,
            isAbandoned: error.kind == .abandoned
        )
    }
}

extension CommitFailure {
    /// The one place where a failure of the driver becomes the port's refusal.
    init(_ error: PostgresError) {
        switch error.kind {
        // Only a guard divides, and its place in the batch proves that the server came to it.
        case .conditionFailed where error.statement != nil: self = .conflict
        case .uniqueViolation: self = Self.violation(of: error.constraint)
        default:
            self = .fault(StorageFault(error))
        }
    }

    /// The refusal that a violated uniqueness stands for.
    private static func violation(of constraint: String?) -> CommitFailure {
        switch constraint {
        case "idempotency_pkey": .taken(.idempotencyKey)
        case "customer_identifier": .taken(.customerIdentifier)
        case "payment_intent_external", "payment_intent_device_external": .taken(.intentExternalID)
        case "payment_intent_end_to_end": .taken(.endToEndID)
        case "credential_id": .taken(.credentialID)
        case "enrollment_state": .taken(.stateDigest)
        case "app_name": .taken(.app)
        // Two writers led the same object to the same version.
        case "audit_entry_pkey": .conflict
        default: .taken(.identifier)
        }
    }
}
