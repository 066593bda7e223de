import BeyondIdentityEmbedded
import Combine

/// A question with three numbers, of which the other side shows one, and the person's answer to it.
@MainActor
final class NumberPick: ObservableObject {
    struct Question: Hashable {
        let title: String
        let choices: [String]
    }

    @Published private(set) var question: Question?
    /// Questions are numbered, for two may have the same words.
    private var number = 0
    private var answer: CheckedContinuation<PairingAnswer, Never>?

    /// Waits for the person; refuses where the task is cancelled, for then the time is up.
    func ask(_ question: Question) async -> PairingAnswer {
        reply(.refuse)
        number += 1
        let asked = number
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                guard !Task.isCancelled else { return continuation.resume(returning: .refuse) }
                answer = continuation
                self.question = question
            }
        } onCancel: {
            Task { @MainActor in self.drop(asked) }
        }
    }

    func reply(_ reply: PairingAnswer) {
        question = nil
        answer?.resume(returning: reply)
        answer = nil
    }

    /// The time of that question is up; a newer one stays.
    private func drop(_ asked: Int) {
        if number == asked { reply(.refuse) }
    }
}
