import ChaveDeviceKeys
import ChaveTesting

@testable import BeyondIdentityEmbedded

/// A sheet that stands until the test presses one of its buttons.
@MainActor final class FakeSheet: PairingSheet {
    var hasWindow = true
    private(set) var shown: [PairingWords] = []
    private(set) var dismissals = 0
    private var answer: (@MainActor @Sendable (Int) -> Void)?

    nonisolated init() {}

    var isStanding: Bool { answer != nil }

    func show(_ words: PairingWords, answer: @escaping @MainActor @Sendable (Int) -> Void) {
        shown.append(words)
        self.answer = answer
    }

    func dismiss() {
        dismissals += 1
        answer = nil
    }

    /// Presses the button of that title; an alert goes with its button.
    func press(_ title: String) {
        guard let answer, let place = shown.last?.buttons.firstIndex(of: title) else { return }
        self.answer = nil
        answer(place)
    }

    /// What `answer` was at the time, for a button that is pressed as the sheet goes.
    func lateButton() -> @MainActor () -> Void {
        let answer = answer
        return { answer?(0) }
    }

    func waitUntilShown(_ count: Int = 1) async throws {
        while shown.count < count { try await Task.sleep(nanoseconds: 500_000) }
    }

    func waitUntilGone() async throws {
        while isStanding { try await Task.sleep(nanoseconds: 500_000) }
    }
}

extension Device {
    /// As a phone with Face ID: the prompt shows no text, and there is a sheet of the SDK's own.
    func configureAsPhone(_ sheet: FakeSheet, showsPrompt: Bool = false) {
        keys.setShowsPrompt(showsPrompt)
        var configuration = configuration()
        configuration.surroundings.pairingDesk = PairingDesk(sheet: sheet)
        configuration.surroundings.language = .english
        embedded.configure(configuration) { [lines] _, line in lines.append(line) }
    }
}
