import App2App
import SwiftUI

/// The question on the screen, and the person's answer to it.
@MainActor
final class Screens: ObservableObject {
    @Published private(set) var question: TokenActivationPreview?
    @Published private(set) var lastEnd: TokenActivationEnd?
    @Published private(set) var notice: String?
    /// Questions are numbered, for two may be about the same.
    private var number = 0
    private var answer: CheckedContinuation<Bool, Never>?

    func ask(_ preview: TokenActivationPreview) async -> Bool {
        reply(false)  // A newer question takes the place of the older one.
        number += 1
        let asked = number
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                guard !Task.isCancelled else { return continuation.resume(returning: false) }
                answer = continuation
                question = preview
            }
        } onCancel: {
            Task { @MainActor in self.drop(asked) }
        }
    }

    func reply(_ isYes: Bool) {
        question = nil
        answer?.resume(returning: isYes)
        answer = nil
    }

    func show(_ end: TokenActivationEnd) { lastEnd = end }

    func say(_ sentence: String) { notice = sentence }

    /// The system would not open the wallet's callback; a tap tries once more.
    func goBack(to callback: URL) async {
        if await !CallbackOpening.open(callback) { say("A carteira não abriu. Abra-a você mesmo.") }
    }

    /// The request has ended otherwise, and its question goes; a newer one stays.
    private func drop(_ asked: Int) {
        if number == asked { reply(false) }
    }
}
