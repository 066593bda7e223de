/// The thinnest possible interface to the system's sheet for passkeys.
@MainActor protocol PasskeyPrompt: Sendable {
    /// Shows the sheet; `answer` is called after the sheet has closed, or at once when it cannot be shown.
    func ask(
        _ request: PasskeyRequest,
        answer: @escaping @MainActor @Sendable (Result<PasskeyAnswer, PasskeyFault>) -> Void
    )

    /// Closes the sheet, if the system lets an app do so; `answer` is called in any case.
    func dismiss()
}
