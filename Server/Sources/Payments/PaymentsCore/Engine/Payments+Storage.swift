import ChavePixModel
import Waiting

extension Payments {
    /// A read for a request: a storage that fails is a 503.
    func read<Value: Sendable>(_ body: () async throws(StorageFault) -> Value) async throws(APIFailure) -> Value {
        do throws(StorageFault) {
            return try await body()
        } catch {
            throw unavailable(error)
        }
    }

    /// Every write: stored, then told to whoever waits for what it changed.
    func write(_ change: Change) async throws(CommitFailure) {
        do throws(CommitFailure) {
            try await store.commit(change)
        } catch {
            // It may be there all the same: whoever waits looks.
            if case .fault(let fault) = error, fault.isOutcomeUnknown { tell(of: change) }
            throw error
        }
        tell(of: change)
    }

    private func tell(of change: Change) {
        for object in change.movedObjects { board.signal(object) }
        if change.writes.contains(where: \.isOfApp) { associations.appsChanged() }
    }

    /// A write that nothing can collide with.
    func commitOrFail(_ change: Change) async throws(APIFailure) {
        do throws(CommitFailure) {
            try await write(change)
        } catch {
            throw failure(error)
        }
    }

    /// What a failed commit is for the caller, when trying again would not help.
    func failure(_ failure: CommitFailure) -> APIFailure {
        switch failure {
        case .conflict, .taken:
            return .conflict("The object changed at the same time. Read it and decide again.")
        case .fault(let fault): return unavailable(fault)
        }
    }

    /// What a failed transition is for the caller.
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
            // Time passed a limit between the check and the write.
            return .conflict("The object does not wait for this any more. Read it for where it stands.")
        case .stuck(let alert):
            self.alert(alert)
            return .unexpected
        }
    }

    /// A 503 that somebody is told of, but where the caller went away: nobody hears that one, and nothing failed.
    private func unavailable(_ fault: StorageFault) -> APIFailure {
        if !fault.isAbandoned { alert(.storageFailed("\(type(of: fault.underlying))")) }
        return .storageUnavailable
    }

    /// A sealed field that cannot be opened is our fault.
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
