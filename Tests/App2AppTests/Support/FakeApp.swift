import App2App
import Foundation

/// An app whose person answers as they were told to; it keeps what it opened and what it was told.
final class FakeApp: Sendable {
    let asked = Recorded<TokenActivationPreview>()
    let verified = Recorded<TokenActivationPreview>()
    let opened = Recorded<URL>()
    let ends = Recorded<TokenActivationEnd>()
    let time = Recorded<TimeInterval>()
    private let saysYes: Bool
    private let opens: Bool
    private let verification: TokenActivationApp.Verification
    private let question: Gate?
    private let answered: Gate?

    /// The answer to the question waits for the gate `question`; `answered` is passed when a link has ended.
    init(
        saysYes: Bool = true,
        opens: Bool = true,
        verification: TokenActivationApp.Verification = .verified,
        question: Gate? = nil,
        answered: Gate? = nil
    ) {
        self.saysYes = saysYes
        self.opens = opens
        self.verification = verification
        self.question = question
        self.answered = answered
    }

    func session(
        _ backend: any TokenActivator,
        rules: TokenActivationRules = Sample.rules(),
        sleep: (@Sendable (TimeInterval) async throws -> Void)? = nil
    ) -> TokenActivationSession {
        TokenActivationSession(
            rules: rules,
            activator: backend,
            app: TokenActivationApp(
                confirm: { [self] preview in
                    asked.add(preview)
                    await question?.pass()
                    return saysYes
                },
                verify: { [self] preview in
                    verified.add(preview)
                    return verification
                },
                open: { [self] url in
                    opened.add(url)
                    return opens
                },
                ended: { [self] end in
                    ends.add(end)
                    await answered?.pass()
                }
            ),
            clock: TokenActivationClock(
                now: { [self] in Sample.start + time.all.reduce(0, +) },
                sleep: sleep ?? { _ in try await Task.sleep(nanoseconds: 3_600_000_000_000) }
            )
        )
    }
}
