import Pages
import Testing

@testable import IssuerPages

/// Whoever tries more often than the issuer counts is told to wait, and the same key goes on by itself.
@Suite struct HurriedHolderTests {
    private let stage = IssuerStage()

    @Test func whatComesTooOftenIsAskedAgainWithTheSameKey() async {
        var browser = IssuerBrowser(stage)
        let place = await browser.comesFromTheWallet()
        let agreed = await browser.submit("\(place)/yes", from: place)
        stage.backend.refuses("/token-activations", 429, "too_many_requests")
        #expect(browser.path(await browser.signsIn(by: agreed)) == place)
        #expect(browser.screen(await browser.get(place)) == "issuer-working")
        stage.backend.answers { _ in nil }
        #expect((await browser.get(place)).header("Location") == IssuerStage.answers().approved)
        let keys = stage.backend.calls.filter { $0.path.hasSuffix("/token-activations") }
            .map { $0.headers.first { $0.name == "Idempotency-Key" }?.value }
        #expect(keys.count == 2 && Set(keys).count == 1 && keys.first != .some(nil))
    }
}
