/// A sheet over the app's window, as thin as it can be; what decides is in ``PairingDesk``.
@MainActor protocol PairingSheet: Sendable {
    /// Whether there is a window to show something in.
    var hasWindow: Bool { get }

    /// Shows the words with their buttons; `answer` is called with the place of the button, and not after `dismiss`.
    func show(_ words: PairingWords, answer: @escaping @MainActor @Sendable (Int) -> Void)

    /// Takes away what is shown.
    func dismiss()
}
