import App2App
import Testing

@Suite
struct TextTests {
    @Test(arguments: TokenActivationTexts.allCases)
    func theQuestionNamesCardWalletAndDevice(_ texts: TokenActivationTexts) {
        #expect(texts.title(Sample.preview).contains("1234"))
        let details = texts.details(Sample.preview).joined()
        for shown in ["Cartão Aurora", "1234", "Carteira Um", "Telefone de Ana"] { #expect(details.contains(shown)) }
        #expect(texts.warning.contains(texts.refuse))
        #expect(texts.confirm != texts.refuse && texts.question.hasSuffix("?"))
    }

    /// A wallet need not name its device; the holder then sees that it did not.
    @Test(arguments: [(TokenActivationTexts.portuguese, "Aparelho: sem nome"), (.english, "Device: no name")])
    func aDeviceWithoutANameIsShownAsOne(_ texts: TokenActivationTexts, _ line: String) {
        var preview = Sample.preview
        preview.deviceName = nil
        #expect(texts.details(preview).last == line)
    }

    @Test(arguments: TokenActivationTexts.allCases)
    func everyEndHasItsWords(_ texts: TokenActivationTexts) async throws {
        let refused = TokenActivatorError(.refused("card_not_found"))
        let unknown = TokenActivatorError(.outcomeUnknown)
        let ends = [
            await FakeApp().session(FakeBackend()).handle(try Sample.url()),
            await FakeApp(saysYes: false).session(FakeBackend()).handle(try Sample.url()),
            await FakeApp(verification: .failed).session(FakeBackend()).handle(try Sample.url()),
            await FakeApp().session(FakeBackend(previewed: .failure(refused))).handle(try Sample.url()),
            await FakeApp().session(FakeBackend(activated: .failure(unknown))).handle(try Sample.url()),
            await FakeApp().session(FakeBackend()).handle(try Sample.url(json: "{}")),
        ]
        let words = ends.compactMap { $0.map(texts.end) }
        #expect(words.count == ends.count && Set(words).count == ends.count)
    }
}
