@testable import ChaveDeviceKeys

/// A sheet that stands until the test answers it.
@MainActor final class FakePrompt: PasskeyPrompt {
    typealias Answer = @MainActor @Sendable (Result<PasskeyAnswer, PasskeyFault>) -> Void

    private(set) var asked: [PasskeyRequest] = []
    private(set) var dismissals = 0
    private(set) var answers: [Answer] = []
    /// Answers at once, as when there is no window.
    var atOnce: Result<PasskeyAnswer, PasskeyFault>?

    nonisolated init() {}

    func ask(_ request: PasskeyRequest, answer: @escaping Answer) {
        asked.append(request)
        if let atOnce { return answer(atOnce) }
        answers.append(answer)
    }

    func dismiss() { dismissals += 1 }

    /// Returns once so many questions have been asked.
    func wait(for count: Int) async {
        while asked.count < count { await Task.yield() }
    }
}

extension PasskeyAnswer {
    static let assertion = PasskeyAnswer(
        id: [1],
        clientDataJSON: [2],
        told: .platform,
        content: .assertion(authenticatorData: [3], signature: [4], userHandle: [5])
    )

    static let registration = PasskeyAnswer(
        id: [1],
        clientDataJSON: [2],
        told: .platform,
        content: .registration(attestationObject: [3])
    )
}
