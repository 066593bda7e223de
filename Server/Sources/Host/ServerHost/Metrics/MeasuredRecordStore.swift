import ChaveBase
import SignInModel

/// Counts the commits of sign-in by the kind of record, never by person.
struct MeasuredRecordStore: RecordStore {
    let store: any RecordStore
    let metrics: ServerMetrics

    func record(_ key: RecordKey) async throws(RecordStoreFault) -> StoredRecord? { try await store.record(key) }

    func records(
        _ index: BlindIndex,
        after last: RecordKey?,
        limit: Int
    ) async throws(RecordStoreFault) -> [StoredRecord] {
        try await store.records(index, after: last, limit: limit)
    }

    func records(
        of tenant: String,
        kind: String,
        after last: String?,
        limit: Int
    ) async throws(RecordStoreFault) -> [StoredRecord] {
        try await store.records(of: tenant, kind: kind, after: last, limit: limit)
    }

    func commit(_ writes: [RecordWrite]) async throws(RecordStoreFault) -> CommitOutcome {
        let outcome = try await store.commit(writes)
        metrics.committed(writes, outcome)
        return outcome
    }

    func removeExpired(at time: Timestamp, limit: Int) async throws(RecordStoreFault) -> Int {
        let removed = try await store.removeExpired(at: time, limit: limit)
        metrics.expired(removed)
        return removed
    }

    func removeOldest(
        of tenant: String,
        kind: String,
        keeping: Int,
        limit: Int
    ) async throws(RecordStoreFault) -> Int {
        let removed = try await store.removeOldest(of: tenant, kind: kind, keeping: keeping, limit: limit)
        metrics.expired(removed)
        return removed
    }
}

/// Counts mails by their outcome.
struct MeasuredMailSender: MailSender {
    let sender: any MailSender
    let metrics: ServerMetrics

    func send(_ mail: Mail) async throws(MailFault) {
        do {
            try await sender.send(mail)
            metrics.mailed(isTaken: true)
        } catch {
            metrics.mailed(isTaken: false)
            throw error
        }
    }
}
