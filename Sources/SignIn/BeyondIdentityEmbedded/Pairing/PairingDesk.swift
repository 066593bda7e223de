import ChaveDeviceKeys

/// What the SDK shows by itself where the app has set nothing: one sheet at a time.
@MainActor final class PairingDesk {
    private struct Standing {
        let number: Int
        /// The place of the button that says no.
        let no: Int
        let answer: @MainActor @Sendable (Int) -> Void
    }

    private let sheet: any PairingSheet
    private var standing: Standing?
    private var lastNumber = 0

    nonisolated init(sheet: any PairingSheet) { self.sheet = sheet }

    var hasWindow: Bool { sheet.hasWindow }

    /// Shows the words and gives the sheet's number; `nil` without a window.
    ///
    /// A sheet that still stands makes room, and counts as a no.
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

    /// Takes the sheet of that number away, if it still stands; nobody hears of it.
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

    /// Has the person pick the number; it ends with a refusal, and the sheet goes, when the task is cancelled.
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
