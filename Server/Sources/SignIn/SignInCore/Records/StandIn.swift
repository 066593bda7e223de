import ChaveBase
import Synchronization

/// A record that is nowhere, opened where one that was looked for is not there.
///
/// Finding a record costs an opening of its seal and a reading of its content; without the same work for one that is not
/// there the time of a refusal would tell whether there was one. It is sealed once, at its first use.
final class StandIn<Record: SignInRecord>: Sendable {
    private struct State {
        var sealed: StoredRecord?
        var opened = 0
    }
    private let state = Mutex(State())

    /// How often it was opened.
    var opened: Int { state.withLock { $0.opened } }

    /// Does what finding a record such as `sample` does after the store has answered.
    func open(like sample: Record, in book: RecordBook) throws(SignInFault) {
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
