import ChaveBase
import Synchronization

/// A record outside the store, which is opened when a searched record does not exist.
///
/// Finding a record costs opening its seal and reading its content. Without equal work for a missing record, the time
/// of a refusal would show whether the record exists. The stand-in is sealed once, at its first use.
package final class StandIn<Record: SignInRecord>: Sendable {
    private struct State {
        var sealed: StoredRecord?
        var opened = 0
    }
    private let state = Mutex(State())

    package init() {}

    /// How often the stand-in was opened.
    package var opened: Int { state.withLock { $0.opened } }

    /// Does the same work as finding a record like `sample`, after the store's answer.
    package func open(like sample: Record, in book: RecordBook) throws(SignInFault) {
        let known = state.withLock { state in
            state.opened += 1
            return state.sealed
        }
        let stored = if let known { known } else { try sealed(sample, in: book) }
        let content = try book.vault.open(stored)
        _ = try Record(tenant: sample.tenant, recordID: stored.key.id, content: content)
    }

    private func sealed(_ sample: Record, in book: RecordBook) throws(SignInFault) -> StoredRecord {
        let bytes = try book.vault.seal(
            sample.content,
            as: sample.key,
            version: 1,
            randomBytes: book.world.randomBytes
        )
        let stored = StoredRecord(key: sample.key, version: 1, bytes: bytes)
        state.withLock { $0.sealed = stored }
        return stored
    }
}
