import GRDB
import PaymentsCore
import SQLiteWriter

/// What SQLite said, without the values that were bound.
struct SQLiteFailure: Error, Hashable, Sendable {
    var extendedCode: Int32
    var message: String?
}

/// The one place where a failure of the driver becomes the port's.
func translate(_ error: any Error) -> CommitFailure {
    switch error {
    case let failure as CommitFailure: failure
    case let fault as WriterFault:
        .fault(StorageFault(underlying: withoutValues(fault), isOutcomeUnknown: fault.isOutcomeUnknown))
    case let error as DatabaseError: violation(error) ?? .fault(StorageFault(underlying: withoutValues(error)))
    default: .fault(StorageFault(underlying: error))
    }
}

/// The same for a read.
func translateRead(_ error: any Error) -> StorageFault { StorageFault(underlying: withoutValues(error)) }

/// The refusal that a violated uniqueness stands for.
///
/// SQLite names the columns of the index; PostgreSQL names the index itself.
private func violation(_ error: DatabaseError) -> CommitFailure? {
    let codes: [ResultCode] = [.SQLITE_CONSTRAINT_UNIQUE, .SQLITE_CONSTRAINT_PRIMARYKEY]
    guard codes.contains(error.extendedResultCode), let message = error.message else { return nil }
    let columns = message.split(separator: ": ", maxSplits: 1).last.map(String.init) ?? ""
    switch columns {
    case "idempotency.scope": return .taken(.idempotencyKey)
    case "customer.organisation, customer.identifier_index": return .taken(.customerIdentifier)
    case "payment_intent.organisation, payment_intent.external_id",
        "payment_intent.organisation, payment_intent.customer, payment_intent.external_id":
        return .taken(.intentExternalID)
    case "payment_intent.end_to_end_id": return .taken(.endToEndID)
    case "credential.credential_id": return .taken(.credentialID)
    case "enrollment.state_digest": return .taken(.stateDigest)
    case "app.organisation, app.platform, app.app_id": return .taken(.app)
    // Two writers led the same object to the same version.
    case let columns where columns.hasPrefix("audit_entry."): return .conflict
    default: return .taken(.identifier)
    }
}

/// What may stand in a log: SQLite names columns, and an error of the driver would name what was bound.
func withoutValues(_ error: any Error) -> any Error {
    switch error {
    case let error as DatabaseError:
        return SQLiteFailure(extendedCode: error.extendedResultCode.rawValue, message: error.message)
    case var fault as WriterFault:
        fault.underlying = fault.underlying.map(withoutValues)
        return fault
    default: return error
    }
}
