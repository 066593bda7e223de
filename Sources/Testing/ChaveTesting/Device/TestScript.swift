import ChaveBase
import ChaveDeviceKeys

/// What the person of a test device was asked, and what they do at each question.
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

    /// The oldest first.
    var questions: [Question] { state.withLock { $0.questions } }

    /// For all questions but those that ``answerNext(_:)`` has lined up.
    func setAnswer(_ answer: TestAnswer) { state.withLock { $0.answer = answer } }

    /// For the next questions, one each.
    func answerNext(_ answers: [TestAnswer]) { state.withLock { $0.next += answers } }

    /// Asks the person, and returns what they do when they have taken their time.
    ///
    /// - Throws: What the answer fails with; `.userCancelled` when the task was cancelled meanwhile.
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
