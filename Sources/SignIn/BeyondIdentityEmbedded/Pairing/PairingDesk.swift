import ChaveDeviceKeys

/// Shows the SDK's own sheets when the app has set no handler, one sheet at a time.
@MainActor final class PairingDesk {
    private struct Standing {
        let number: Int
        /// The index of the button that refuses.
        let no: Int
        let answer: @MainActor @Sendable (Int) -> Void
    }

    private let sheet: any PairingSheet
    private var standing: Standing?
    private var lastNumber = 0

    nonisolated init(sheet: any PairingSheet) { self.sheet = sheet }

    var hasWindow: Bool { sheet.hasWindow }

    /// Shows a sheet with the words and returns the sheet's number; `nil` without a window.
    ///
    /// An earlier sheet that is still visible is removed, and counts as a refusal.
    func show(_ words: PairingWords, answer: @escaping @MainActor @Sendable (Int) -> Void) -> Int? {
        guard sheet.hasWindow else { return nil }
        if let former = standing {
            take(former.number)
            former.answer(former.no)
        }
        lastNumber += 1
        let number = lastNumber
        standing = Standing(number: number, no: words.buttons.count - 1, answer: answer)
        sheet.show(words) { button in self.answered(number, button) }
        return number
    }

    /// Removes the sheet with that number, if it is still visible, without calling its `answer`.
    func take(_ number: Int) {
        guard standing?.number == number else { return }
        standing = nil
        sheet.dismiss()
    }

    private func answered(_ number: Int, _ button: Int) {
        guard let answered = standing, answered.number == number else { return }
        standing = nil
        answered.answer(button)
    }
}

extension PairingDesk {
    nonisolated func picking(in language: SpokenLanguage) -> PairingPick {
        { offer in await self.pick(offer, .question(offer, in: language)) }
    }

    /// Lets the person pick the number; a cancelled task removes the sheet and gives a refusal.
    nonisolated func pick(_ offer: PairingOffer, _ words: PairingWords) async -> Result<PairingAnswer, SignInError> {
        let first = FirstAnswer<Int?>()
        guard let number = await show(words, answer: { first.settle($0) }) else { return .failure(.noPairingWindow) }
        let button = await withTaskCancellationHandler {
            await first.value()
        } onCancel: {
            first.settle(nil)
        }
        guard !Task.isCancelled else {
            await take(number)
            return .success(.refuse)
        }
        return .success(PairingWords.answer(button, to: offer))
    }
}

/// A sheet over the app's window, with a minimal interface: the decisions are in ``PairingDesk``.
@MainActor protocol PairingSheet: Sendable {
    /// Whether there is a window for the sheet.
    var hasWindow: Bool { get }

    /// Shows the words with their buttons; `answer` receives the button's index, and is not called after `dismiss`.
    func show(_ words: PairingWords, answer: @escaping @MainActor @Sendable (Int) -> Void)

    /// Removes the sheet.
    func dismiss()
}
