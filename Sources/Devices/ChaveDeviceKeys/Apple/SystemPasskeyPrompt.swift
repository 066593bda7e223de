#if canImport(AuthenticationServices)
    import AuthenticationServices

    /// The system's sheet, with one controller for each question.
    @MainActor final class SystemPasskeyPrompt: PasskeyPrompt {
        private let anchor: ApplePasskeys.Anchor
        private var question: PasskeyQuestion?

        nonisolated init(anchor: @escaping ApplePasskeys.Anchor) { self.anchor = anchor }

        func ask(
            _ request: PasskeyRequest,
            answer: @escaping @MainActor @Sendable (Result<PasskeyAnswer, PasskeyFault>) -> Void
        ) {
            guard let window = anchor() else { return answer(.failure(.noWindow)) }
            let question = PasskeyQuestion(request.authorizationRequest, in: window) { result in
                self.question = nil
                answer(result)
            }
            self.question = question
            question.perform(forThisDeviceAlone: request.isForThisDeviceAlone)
        }

        func dismiss() { question?.cancel() }
    }
#endif
