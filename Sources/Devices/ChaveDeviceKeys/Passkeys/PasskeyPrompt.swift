/// The system's sheet for passkeys, as thin as it can be.
@MainActor protocol PasskeyPrompt: Sendable {
    /// Shows the sheet; `answer` is called when it has gone, at once where it cannot be shown.
    func ask(
        _ request: PasskeyRequest,
        answer: @escaping @MainActor @Sendable (Result<PasskeyAnswer, PasskeyFault>) -> Void
    )

    /// Takes the sheet away, where the system lets an app do that; `answer` is called all the same.
    func dismiss()
}
