/// The ceremonies of this device, one at a time.
///
/// The class runs on the main actor like the sheets that it shows; the actor also protects its state.
@MainActor final class PasskeyCeremonies {
    private typealias Outcome = Result<PasskeyAnswer, DeviceKeyError>

    private struct Ceremony {
        let number: Int
        let request: PasskeyRequest
        let prompt: any PasskeyPrompt
        let waiting: CheckedContinuation<Outcome, Never>
    }

    private var stage = PasskeyStage.idle
    /// The ceremony of `stage` while its caller waits for the answer.
    private var current: Ceremony?
    private var lastNumber = 0

    nonisolated init() {}

    /// Asks the person and returns the system's answer.
    ///
    /// - Throws: `.userCancelled` also when the task is cancelled, before or during the question; `.busy` at once while
    ///   another ceremony is running.
    func run(_ request: PasskeyRequest, by prompt: any PasskeyPrompt) async throws(DeviceKeyError) -> PasskeyAnswer {
        guard !Task.isCancelled else { throw PasskeyCeremonies.cancelled }
        lastNumber += 1
        let number = lastNumber
        let outcome = await withTaskCancellationHandler {
            await withCheckedContinuation { waiting in
                begin(Ceremony(number: number, request: request, prompt: prompt, waiting: waiting))
            }
        } onCancel: {
            Task { @MainActor in self.cancel(number) }
        }
        return try outcome.get()
    }

    private func begin(_ ceremony: Ceremony) {
        let number = ceremony.number
        guard receive(.begun(number)).contains(.ask) else {
            return ceremony.waiting.resume(returning: .failure(PasskeyCeremonies.busy))
        }
        current = ceremony
        ceremony.prompt.ask(ceremony.request) { answer in self.answered(number, answer) }
    }

    private func cancel(_ number: Int) {
        let effects = receive(.cancelled(number))
        let prompt = current?.prompt
        if effects.contains(.tellCancelled) { tell(.failure(PasskeyCeremonies.cancelled)) }
        if effects.contains(.dismiss) { prompt?.dismiss() }
    }

    private func answered(_ number: Int, _ answer: Result<PasskeyAnswer, PasskeyFault>) {
        guard receive(.answered(number)).contains(.tellAnswer), let request = current?.request else { return }
        tell(answer.mapError { $0.error(asking: request) })
    }

    private func receive(_ event: PasskeyStage.Event) -> [PasskeyStage.Effect] {
        let (next, effects) = stage.receiving(event)
        stage = next
        return effects
    }

    /// Resumes the caller exactly once for each ceremony, and removes the ceremony.
    private func tell(_ outcome: Outcome) {
        let waiting = current?.waiting
        current = nil
        waiting?.resume(returning: outcome)
    }

    private static let cancelled = DeviceKeyError(.userCancelled, "the call was cancelled")

    private static let busy = DeviceKeyError(
        .busy,
        "another passkey question is open: wait for its end, or cancel it, and try again"
    )
}
