import ChaveBase
import PaymentsModel
import Synchronization

/// The request that made an intent and waits for its result: a challenge, or an end.
///
/// The run that reaches the result stores the response under the request's key in the same write, and passes it on
/// here.
final class IntentCreation: Sendable {
    let caller: Caller
    /// The request's hold on its Idempotency-Key, if it has one.
    let hold: IdempotencyHold?

    private struct State {
        /// The response, and the audit head of the version that one commit stores with it; set before that commit
        /// begins.
        var proposal: (head: Digest, answer: APIAnswer)?
        var isStored = false
        var isGivenUp = false
    }
    private let state = Mutex(State())

    init(by caller: Caller, holding hold: IdempotencyHold?) {
        (self.caller, self.hold) = (caller, hold)
    }

    /// Whether a response is still needed: none is stored, and no other request has taken the key over.
    var isWanted: Bool { state.withLock { !$0.isStored && !$0.isGivenUp } }

    /// Sets the response before the write, because the waiting request may read at once after the write.
    func propose(_ answer: APIAnswer, storedAt head: Digest) { state.withLock { $0.proposal = (head, answer) } }

    func noteStored() { state.withLock { $0.isStored = true } }

    /// Notes that the write was refused, perhaps because of the key: the request itself stores its response, if it
    /// still may.
    func giveUp() {
        state.withLock { state in
            state.proposal = nil
            state.isGivenUp = true
        }
    }

    /// The stored response; `nil` when its commit was not confirmed: only a read can then tell.
    var answer: APIAnswer? { state.withLock { $0.isStored ? $0.proposal?.answer : nil } }

    /// The response that one commit stores with the version whose audit ends at `head`; `nil` for any other version.
    func answer(storedAt head: Digest) -> APIAnswer? {
        state.withLock { state in state.proposal.flatMap { $0.head == head ? $0.answer : nil } }
    }
}
