import ChavePixModel
import PaymentsModel
import Waiting

extension Payments {
    /// Reads for a request: a storage failure becomes a 503.
    func read<Value: Sendable>(_ body: () async throws(StorageFault) -> Value) async throws(APIFailure) -> Value {
        do throws(StorageFault) {
            return try await body()
        } catch {
            throw unavailable(error)
        }
    }

    /// Stores every change, then notifies the readers that wait for its objects.
    func write(_ change: Change) async throws(CommitFailure) {
        do throws(CommitFailure) {
            try await store.commit(change)
        } catch {
            // The change may be stored all the same: the waiting readers must look.
            if case .fault(let fault) = error, fault.isOutcomeUnknown { tell(of: change) }
            throw error
        }
        tell(of: change)
    }

    private func tell(of change: Change) {
        for object in change.movedObjects { board.signal(object) }
        if change.writes.contains(where: \.isOfApp) { associations.appsChanged() }
    }

    /// Stores a change that cannot conflict with another write.
    func commitOrFail(_ change: Change) async throws(APIFailure) {
        do throws(CommitFailure) {
            try await write(change)
        } catch {
            throw failure(error)
        }
    }

    /// The failure that the caller gets after a failed commit, when a retry would not help.
    func failure(_ failure: CommitFailure) -> APIFailure {
        switch failure {
        case .conflict, .taken:
            return .conflict("The object changed at the same time. Read it and decide again.")
        case .fault(let fault): return unavailable(fault)
        }
    }

    /// The failure that the caller gets after a failed transition.
    func failure(_ failure: RunFailure) -> APIFailure {
        switch failure {
        case .conflict: return .conflict("The object changed at the same time. Read it and decide again.")
        case .taken(.idempotencyKey): return .idempotencyInProgress
        case .taken(.credentialID):
            return .field(
                .alreadyRegistered,
                "confirmation_data.id",
                "This credential is registered already. Make a new one."
            )
        case .taken: return .conflict("Somebody else was faster. Read the object and decide again.")
        case .storage(let fault): return unavailable(fault)
        case .stuck(.unexpectedEvent):
            // A time limit passed between the check and the write.
            return .conflict("The object does not wait for this any more. Read it for where it stands.")
        case .stuck(let alert):
            self.alert(alert)
            return .unexpected
        }
    }

    /// A 503 with an alert; there is no alert when the caller went away, because then nothing failed.
    private func unavailable(_ fault: StorageFault) -> APIFailure {
        if !fault.isAbandoned { alert(.storageFailed("\(type(of: fault.underlying))")) }
        return .storageUnavailable
    }

    /// Opens a sealed field; a failure is our fault and becomes an unexpected error.
    func unseal<Value>(_ body: () throws(SealingError) -> Value) throws(APIFailure) -> Value {
        do throws(SealingError) {
            return try body()
        } catch {
            alert(.sealedFieldDamaged("\(error)"))
            throw .unexpected
        }
    }
}

extension Change.Write {
    fileprivate var isOfApp: Bool {
        switch self {
        case .insertApp, .removeApp: true
        default: false
        }
    }
}
