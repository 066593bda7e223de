import ChaveBase
import ChaveDeviceKeys

/// The questions to the person of a test device, and the person's scripted answers.
///
/// ``TestAuthenticator`` and ``TestSigningKeys`` each have one.
final class TestScript<Question: Sendable>: Sendable {
    private struct State {
        var answer: TestAnswer
        var next: [TestAnswer] = []
        var questions: [Question] = []
    }

    private let state: Locked<State>
    private let clock: TestClock

    init(_ answer: TestAnswer, clock: TestClock) {
        state = Locked(State(answer: answer))
        self.clock = clock
    }

    /// All questions, the oldest first.
    var questions: [Question] { state.withLock { $0.questions } }

    /// Sets the answer to all questions except those of ``answerNext(_:)``.
    func setAnswer(_ answer: TestAnswer) { state.withLock { $0.answer = answer } }

    /// Adds answers to the next questions, one each.
    func answerNext(_ answers: [TestAnswer]) { state.withLock { $0.next += answers } }

    /// Asks the person and returns their action, after the answer's delay.
    ///
    /// - Throws: The error of the answer; `.userCancelled` when the task was cancelled meanwhile.
    func ask(
        _ question: Question,
        for ceremony: TestQuestion.Ceremony
    ) async throws(DeviceKeyError) -> TestAnswer.Deed {
        let answer = state.withLock { state in
            state.questions.append(question)
            return state.next.isEmpty ? state.answer : state.next.removeFirst()
        }
        return try await answer.given(to: ceremony, by: clock)
    }
}
