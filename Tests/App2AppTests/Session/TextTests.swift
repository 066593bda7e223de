import App2App
import Foundation
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

    /// Who was cut off while the backend was at work is sent to look, and not to begin again.
    @Test(arguments: TokenActivationTexts.allCases, [true, false])
    func whatMayBeActiveIsCalledThat(_ texts: TokenActivationTexts, _ hasBegun: Bool) throws {
        var words: Set<String> = []
        for event in [TokenActivationFlow.Event.signedOut, .clockTick, .linkArrived(try Sample.link(2))] {
            var flow = TokenActivationFlow()
            var events: [TokenActivationFlow.Event] = [
                .linkArrived(try Sample.link(1)), .holderConfirmed(1), .holderAuthenticated(1),
            ]
            if hasBegun { events.append(.activationBegan(1)) }
            for event in events { _ = flow.receive(event, at: Sample.start) }
            let now = event == .clockTick ? Sample.start + 300 : Sample.start
            let effect = try #require(flow.receive(event, at: now).first)
            guard case .answer(let end) = effect else {
                Issue.record("it was not answered")
                continue
            }
            #expect(end.failure?.mayBeActive == hasBegun)
            let word = texts.end(end)
            #expect((word.contains("may be active") || word.contains("pode já estar ativo")) == hasBegun)
            words.insert(word)
        }
        #expect(words.count == 3)
    }
}
