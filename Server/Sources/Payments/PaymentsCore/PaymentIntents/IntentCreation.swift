import ChaveBase
import Synchronization

/// The request that made an intent and waits for its answer: a challenge, or an end.
///
/// The run that gets so far keeps the answer under the request's key in the same write, and hands it over here.
final class IntentCreation: Sendable {
    let caller: Caller
    /// The request's hold on its Idempotency-Key, if it has one.
    let hold: IdempotencyHold?

    private struct State {
        /// The answer, and where the audit of the version ends that one commit stores with it; set before that commit begins.
        var proposal: (head: Digest, answer: APIAnswer)?
        var isStored = false
        var isGivenUp = false
    }
    private let state = Mutex(State())

    init(by caller: Caller, holding hold: IdempotencyHold?) {
        (self.caller, self.hold) = (caller, hold)
    }

    /// Whether an answer is still wanted: none is stored, and nobody else has taken the key over.
    var isWanted: Bool { state.withLock { !$0.isStored && !$0.isGivenUp } }

    /// Before the write, since whoever waits may look at once after it.
    func propose(_ answer: APIAnswer, storedAt head: Digest) { state.withLock { $0.proposal = (head, answer) } }

    func noteStored() { state.withLock { $0.isStored = true } }

    /// The write was refused, perhaps for the key: the request itself keeps its answer, if it still may.
    func giveUp() {
        state.withLock { state in
            state.proposal = nil
            state.isGivenUp = true
        }
    }

    /// The kept answer; `nil` where its commit was not heard to hold, which only a read can tell then.
    var answer: APIAnswer? { state.withLock { $0.isStored ? $0.proposal?.answer : nil } }

    /// The answer that one commit stores with the version whose audit ends at `head`, or `nil` for any other version.
    func answer(storedAt head: Digest) -> APIAnswer? {
        state.withLock { state in state.proposal.flatMap { $0.head == head ? $0.answer : nil } }
    }
}
