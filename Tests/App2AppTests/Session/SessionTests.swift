import App2App
import Foundation
import Testing

@Suite
struct SessionTests {
    @Test
    func aYesIsAnActivationAndAnApproval() async throws {
        let (app, backend) = (FakeApp(), FakeBackend())
        let end = await app.session(backend).handle(try Sample.url())
        #expect(end?.outcome == .approved && end?.failure == nil)
        #expect(backend.calls.all == ["preview", "activate"])
        #expect(app.asked.all == [Sample.preview] && app.verified.all == [Sample.preview])
        #expect(app.opened.all == [Sample.callback(1, .approved)])
        #expect(app.ends.all == [end].compactMap { $0 })
    }

    @Test
    func aNoIsToldToBoth() async throws {
        let (app, backend) = (FakeApp(saysYes: false), FakeBackend())
        let end = await app.session(backend).handle(try Sample.url())
        #expect(end?.outcome == .declined)
        #expect(backend.calls.all == ["preview", "decline"])
        #expect(app.verified.all.isEmpty)
        #expect(app.opened.all == [Sample.callback(1, .declined)])
    }

    @Test
    func whoDoesNotWantToBeVerifiedHasSaidNo() async throws {
        let (app, backend) = (FakeApp(verification: .cancelled), FakeBackend())
        #expect(await app.session(backend).handle(try Sample.url())?.outcome == .declined)
        #expect(backend.calls.all == ["preview", "decline"])
        #expect(app.opened.all == [Sample.callback(1, .declined)])
    }

    @Test
    func whoCannotBeVerifiedActivatesNothing() async throws {
        let (app, backend) = (FakeApp(verification: .failed), FakeBackend())
        #expect(await app.session(backend).handle(try Sample.url())?.failure == .notAuthenticated)
        #expect(backend.calls.all == ["preview"])
        #expect(app.opened.all == [Sample.callback(1, .failure)])
    }

    @Test
    func whatTheBackendRefusesIsNotAskedOf() async throws {
        let refused = TokenActivatorError(.refused("card_not_found"))
        let (app, backend) = (FakeApp(), FakeBackend(previewed: .failure(refused)))
        #expect(await app.session(backend).handle(try Sample.url())?.failure == .backend(.refused("card_not_found")))
        #expect(app.asked.all.isEmpty && backend.calls.all == ["preview"])
        #expect(app.opened.all == [Sample.callback(1, .failure)])
    }

    @Test(arguments: [
        TokenActivatorError.Code.refused("device_mismatch"), .unavailable, .outcomeUnknown, .unexpectedAnswer,
        .notSignedIn, .freshAuthenticationNeeded, .cancelled,
    ])
    func whateverTheBackendDoesTheWalletIsAnswered(_ code: TokenActivatorError.Code) async throws {
        let (app, backend) = (FakeApp(), FakeBackend(activated: .failure(TokenActivatorError(code))))
        #expect(await app.session(backend).handle(try Sample.url())?.failure == .backend(code))
        #expect(app.opened.all == [Sample.callback(1, .failure)])
    }

    @Test
    func aCodeGoesToTheWallet() async throws {
        let (app, backend) = (FakeApp(), FakeBackend(activated: .success(ActivatedToken(code: "4711"))))
        let end = await app.session(backend).handle(try Sample.url())
        #expect(app.opened.all.map(\.query) == ["stepupresponse=approved&stepupauthcode=4711"])
        var shown = "\(String(describing: end))"
        dump(end, to: &shown)
        #expect(!shown.contains("4711"))
    }

    @Test
    func bareOpensNothingForANo() async throws {
        let app = FakeApp(saysYes: false)
        let end = await app.session(FakeBackend(), rules: Sample.rules(answers: .bare)).handle(try Sample.url())
        #expect(end?.outcome == .declined && app.opened.all.isEmpty && app.ends.all.count == 1)
        let yes = FakeApp()
        await yes.session(FakeBackend(), rules: Sample.rules(answers: .bare)).handle(try Sample.url())
        #expect(yes.opened.all.map(\.absoluteString) == ["https://wallet.example/r/1"])
    }

    @Test
    func everyRequestHasAKeyOfItsOwn() async throws {
        let (app, backend) = (FakeApp(), FakeBackend())
        let session = app.session(backend)
        await session.handle(try Sample.url(1))
        await session.handle(try Sample.url(2))
        #expect(Set(backend.keys.all).count == 2)
    }

    /// None of the hostile links gets as far as the backend, or has a question asked.
    @Test
    func noHostileLinkReachesTheBackend() async throws {
        let vectors = AppVectors.shared
        var count = 0
        for vector in vectors.links.filter({ $0.refusal != nil }) {
            guard let url = URL(string: vector.link), url.absoluteString == vector.link else { continue }
            let (app, backend) = (FakeApp(), FakeBackend())
            let session = app.session(backend, rules: try #require(vectors.rules(named: vector.rules)))
            let end = await session.handle(url)
            let refusal = try #require(TokenActivationLinkRefusal(rawValue: vector.refusal ?? ""))
            #expect(backend.calls.all.isEmpty && app.asked.all.isEmpty, "\(vector.name)")
            #expect(app.opened.all.count == (refusal.isAnswerable ? 1 : 0), "\(vector.name)")
            #expect(end?.failure == (refusal.isForeign ? nil : .unreadable(refusal)))
            #expect(app.ends.all.count == (refusal.isForeign ? 0 : 1))
            count += 1
        }
        #expect(count > 150)
    }

    /// A wallet that was removed, or a scheme that nobody has: the app is told, so that it can show a way back.
    @Test
    func aCallbackThatDoesNotOpenIsTold() async throws {
        for (app, outcome) in [
            (FakeApp(opens: false), TokenActivationOutcome.approved),
            (FakeApp(saysYes: false, opens: false), .declined),
        ] {
            let session = app.session(FakeBackend())
            let end = await session.handle(try Sample.url())
            #expect(end?.outcome == outcome && end?.isCallbackStuck == true)
            #expect(app.ends.all == [end].compactMap { $0 })
            // The same link again is answered again, and tells it again.
            #expect(await session.handle(try Sample.url())?.isCallbackStuck == true)
        }
        let unreadable = await FakeApp(opens: false).session(FakeBackend()).handle(try Sample.url(json: "["))
        #expect(unreadable?.callback != nil && unreadable?.isCallbackStuck == true)
        let opened = await FakeApp().session(FakeBackend()).handle(try Sample.url())
        #expect(opened?.isCallbackStuck == false)
        let quiet = FakeApp(saysYes: false, opens: false)
        let none = await quiet.session(FakeBackend(), rules: Sample.rules(answers: .bare)).handle(try Sample.url())
        #expect(none?.callback == nil && none?.isCallbackStuck == false)
    }

    @Test
    func anotherAddressIsLeftToTheApp() async throws {
        let answered = Gate()
        await answered.open()
        let app = FakeApp(answered: answered)
        let session = app.session(FakeBackend())
        #expect(!session.open(try #require(URL(string: "bank-app://transfer/new"))))
        #expect(!session.open(try #require(URL(string: "https://bank.example/"))))
        #expect(session.open(try Sample.url()))
        await answered.reached()
        #expect(app.opened.all == [Sample.callback(1, .approved)])
    }
}
