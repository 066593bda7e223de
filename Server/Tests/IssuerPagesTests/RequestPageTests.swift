import ChaveBase
import ChaveWire
import Pages
import Testing

@testable import IssuerPages

/// From a wallet's link to its answer.
@Suite struct RequestPageTests {
    private let stage = IssuerStage()

    @Test func aYesIsConfirmedAndAnswersApproved() async {
        var browser = IssuerBrowser(stage)
        let opened = await browser.get("/a2a", [("launch", "good")])
        let place = browser.path(opened)
        #expect(opened.status == 303 && place.hasPrefix("/request/"))
        #expect(browser.screen(await browser.get(place)) == "issuer-sign-in")
        #expect(stage.backend.paths.isEmpty)
        let begun = await browser.get("\(place)/sign-in")
        #expect(begun.header("Location")?.contains("prompt=login") == false)
        #expect(browser.path(await browser.signsIn(by: begun)) == place)
        let question = await browser.get(place)
        #expect(browser.screen(question) == "issuer-question")
        #expect(browser.text(question).contains("Activate the card •••• 1234 in Carteira Jacarandá?"))
        #expect(browser.text(question).contains("Phone &lt;b&gt;"))
        #expect(browser.text(question).contains("Maria &lt;Ana&gt;"))
        let agreed = await browser.submit("\(place)/yes", from: place)
        #expect(agreed.header("Location")?.contains("prompt=login") == true)
        #expect(stage.backend.paths.allSatisfy { $0.hasSuffix("/preview") })
        let back = await browser.signsIn(by: agreed)
        #expect(back.status == 303 && browser.path(back) == place)
        #expect(stage.backend.paths.allSatisfy { $0.hasSuffix("/preview") })
        #expect((await browser.get(place)).header("Location") == IssuerStage.answers().approved)
        #expect(stage.backend.paths.last == "/app2app/v1/token-activations")
        // The back button finds how it ended, with the same answer.
        let again = await browser.get(place)
        #expect(browser.screen(again) == "issuer-approved" && browser.answer(again) == IssuerStage.answers().approved)
        #expect(browser.path(await browser.get("/a2a", [("launch", "good")])) == place)
    }

    @Test func aNoDeclinesAndAnswersAtOnce() async {
        var browser = IssuerBrowser(stage)
        let place = await browser.comesFromTheWallet()
        let answer = await browser.submit("\(place)/no", from: place)
        #expect(answer.header("Location") == IssuerStage.answers().declined)
        #expect(stage.backend.paths.last == "/app2app/v1/token-activations/decline")
        #expect(browser.screen(await browser.get(place)) == "issuer-declined")
        // A second no, and a late yes, change nothing.
        #expect(browser.path(await browser.submit("\(place)/yes", from: "/")) == place)
        #expect(!stage.backend.paths.contains("/app2app/v1/token-activations"))
    }

    @Test func aNoIsAnsweredAlsoWhereTheBackendIsDown() async {
        var browser = IssuerBrowser(stage)
        let place = await browser.comesFromTheWallet()
        let token = browser.value(of: "csrf", in: await browser.get(place))
        stage.backend.refuses("/decline", 503, "network_unavailable")
        _ = await browser.post("\(place)/no", ["csrf": token ?? ""])
        let page = await browser.get(place)
        #expect(browser.screen(page) == "issuer-declined")
        #expect(browser.answer(page) == IssuerStage.answers().declined)
    }

    @Test func withoutBeingThereAgainNothingIsActivated() async {
        var browser = IssuerBrowser(stage)
        let place = await browser.comesFromTheWallet()
        let agreed = await browser.submit("\(place)/yes", from: place)
        let state = IssuerBrowser.fields(agreed.header("Location") ?? "")["state"] ?? ""
        let told = [("error", "access_denied"), ("state", state), ("iss", IssuerStage.issuer)]
        let back = await browser.get("/signed-in", told)
        let page = await browser.get(place, [("confirmed", "no")])
        #expect(browser.path(back) == "\(place)?confirmed=no")
        #expect(browser.screen(page) == "issuer-question" && browser.text(page).contains("role=\"alert\""))
        #expect(!stage.backend.paths.contains("/app2app/v1/token-activations"))
    }

    @Test func somebodyElseWhoConfirmsIsAskedForThemselves() async {
        var browser = IssuerBrowser(stage)
        let place = await browser.comesFromTheWallet()
        let agreed = await browser.submit("\(place)/yes", from: place)
        #expect(browser.path(await browser.signsIn(by: agreed, as: "joana")) == place)
        #expect(browser.screen(await browser.get(place)) == "issuer-question")
        #expect(!stage.backend.paths.contains("/app2app/v1/token-activations"))
    }

    @Test func aConfirmationOfLongAgoConfirmsNothing() async {
        var browser = IssuerBrowser(stage)
        let place = await browser.comesFromTheWallet()
        stage.clock.value = IssuerStage.time.adding(seconds: 60)
        let agreed = await browser.submit("\(place)/yes", from: place)
        stage.backend.claims.value = ["auth_time": 1_800_000_059]
        #expect(browser.path(await browser.signsIn(by: agreed)) == place)
        #expect(!stage.backend.paths.contains("/app2app/v1/token-activations"))
    }

    @Test(arguments: [
        ("card_blocked", 403, true), ("activations_locked", 403, true), ("wallet_not_allowed", 403, true),
        ("device_mismatch", 409, true), ("token_suspended", 409, true), ("token_deactivated", 409, true),
        ("refused_by_network", 409, true), ("step_up_closed", 409, false), ("step_up_expired", 409, false),
        ("invalid_payload", 400, false), ("card_number_refused", 422, false), ("client_not_allowed", 403, false),
        ("a_word_of_tomorrow", 418, false),
    ])
    func eachRefusalHasAPageAndAnswersTheWallet(_ code: String, _ status: Int, _ isFinal: Bool) async {
        var browser = IssuerBrowser(stage)
        stage.backend.refuses("/preview", status, code)
        let page = await browser.get(await browser.comesFromTheWallet())
        #expect(browser.screen(page) == (isFinal ? "issuer-refused" : "issuer-failed"))
        #expect(browser.reason(page) == code)
        #expect(browser.answer(page) == IssuerStage.answers().failure)
    }

    @Test func aRefusalOfTheActivationItselfIsSaid() async {
        var browser = IssuerBrowser(stage)
        let place = await browser.comesFromTheWallet()
        let agreed = await browser.submit("\(place)/yes", from: place)
        stage.backend.refuses("/token-activations", 409, "refused_by_network")
        let page = await browser.follows(await browser.signsIn(by: agreed))
        #expect(browser.screen(page) == "issuer-refused" && browser.answer(page) == IssuerStage.answers().failure)
    }

    @Test func whoeverIsNotTheHolderMaySignInAsSomebodyElseOrGoBack() async {
        var browser = IssuerBrowser(stage)
        stage.backend.refuses("/preview", 404, "card_not_found")
        let place = await browser.comesFromTheWallet(as: "joana")
        let page = await browser.get(place)
        #expect(page.status == 403 && browser.screen(page) == "issuer-not-yours")
        let anew = await browser.get("\(place)/sign-in", [("as", "other")])
        #expect(anew.header("Location")?.contains("prompt=login") == true)
        let token = browser.value(of: "csrf", in: page) ?? ""
        let back = await browser.post("\(place)/back", ["csrf": token])
        #expect(back.header("Location") == IssuerStage.answers().failure)
    }

    /// A server that failed on its own side may have asked the network before: what came of it is open.
    @Test(arguments: [
        (503, "outcome_unknown"), (503, "network_unavailable"), (503, "temporarily_unavailable"), (500, "server_error"),
        (408, "request_overdue"), (409, "activation_in_progress"), (429, "too_many_requests"), (502, ""),
    ])
    func aNetworkThatIsSilentIsAskedAgainWithTheSameKey(_ status: Int, _ code: String) async {
        var browser = IssuerBrowser(stage)
        let place = await browser.comesFromTheWallet()
        let agreed = await browser.submit("\(place)/yes", from: place)
        stage.backend.answers { call in
            guard call.path.hasSuffix("/token-activations") else { return nil }
            return code.isEmpty ? SiteReply(status: status) : ScriptedIssuer.problem(status, code)
        }
        #expect(browser.path(await browser.signsIn(by: agreed)) == place)
        let working = await browser.get(place)
        #expect(browser.screen(working) == "issuer-working")
        #expect(browser.text(working).contains("data-wait=\"/issuer\(place)/wait\""))
        stage.backend.answers { _ in nil }
        #expect((await browser.get(place)).header("Location") == IssuerStage.answers().approved)
        let keys = stage.backend.calls.filter { $0.path.hasSuffix("/token-activations") }
            .map { $0.headers.first { $0.name == "Idempotency-Key" }?.value }
        #expect(keys.count == 2 && Set(keys).count == 1 && keys.first != .some(nil))
    }

    @Test func afterTenTimesThePersonDecides() async {
        var browser = IssuerBrowser(stage)
        let place = await browser.comesFromTheWallet()
        let agreed = await browser.submit("\(place)/yes", from: place)
        stage.backend.refuses("/token-activations", 503, "network_unavailable")
        _ = await browser.signsIn(by: agreed)
        for _ in 0..<12 { _ = await browser.get(place) }
        let asked = stage.backend.paths.count
        let page = await browser.get(place)
        #expect(browser.screen(page) == "issuer-no-word" && stage.backend.paths.count == asked)
        let back = await browser.submit("\(place)/back", from: place)
        #expect(back.header("Location") == IssuerStage.answers().failure)
    }

    /// From the yes that counted on, the card may be active: the wallet hears what the BFF says, and nothing sooner.
    @Test(arguments: ["sign-out", "newer link", "token over", "refused token"])
    func whoConfirmedIsAskedToComeBackForTheTruth(_ event: String) async {
        var browser = IssuerBrowser(stage)
        let place = await browser.comesFromTheWallet()
        let agreed = await browser.submit("\(place)/yes", from: place)
        stage.backend.refuses("/token-activations", 503, "outcome_unknown")
        #expect(browser.screen(await browser.follows(await browser.signsIn(by: agreed))) == "issuer-working")
        switch event {
        case "sign-out": #expect(browser.path(await browser.submit("/leave", from: "/")) == place)
        case "newer link": #expect(browser.path(await browser.get("/a2a", [("launch", "other")])) != place)
        case "token over": stage.clock.value = IssuerStage.time.adding(seconds: 600)
        default:
            stage.backend.refuses("/token-activations", 401, "insufficient_user_authentication")
            #expect(browser.path(await browser.get(place)) == place)
        }
        let page = await browser.get(place)
        guard event != "newer link" else {
            #expect(browser.screen(page) == "issuer-working")
            return
        }
        #expect(browser.screen(page) == "issuer-sign-in" && browser.answer(page) == nil)
        #expect(browser.text(page).contains("You have confirmed"))
        stage.backend.answers { _ in nil }
        // Somebody else is not told what came of it, nor that they confirmed.
        _ = await browser.signsIn(by: await browser.get("\(place)/sign-in"), as: "joana")
        let others = await browser.get(place)
        #expect(others.status == 403 && browser.screen(others) == "issuer-confirmed-by-other")
        #expect(!browser.text(others).contains("You have confirmed") && browser.answer(others) == nil)
        let begun = await browser.get("\(place)/sign-in", [("as", "other")])
        #expect(begun.header("Location")?.contains("prompt=login") == true)
        _ = await browser.signsIn(by: begun)
        #expect((await browser.get(place)).header("Location") == IssuerStage.answers().approved)
        let keys = stage.backend.calls.filter { $0.path.hasSuffix("/token-activations") }
            .map { $0.headers.first { $0.name == "Idempotency-Key" }?.value }
        #expect(keys.count >= 2 && Set(keys).count == 1)
    }

    @Test func whoConfirmedAndWaitsNoLongerAnswersFailure() async {
        var browser = IssuerBrowser(stage)
        let place = await browser.comesFromTheWallet()
        let agreed = await browser.submit("\(place)/yes", from: place)
        stage.backend.refuses("/token-activations", 503, "outcome_unknown")
        _ = await browser.signsIn(by: agreed)
        _ = await browser.submit("/leave", from: "/")
        let back = await browser.submit("\(place)/back", from: place)
        #expect(back.header("Location") == IssuerStage.answers().failure)
        #expect(browser.reason(await browser.get(place)) == "outcome_unknown")
    }

    @Test(arguments: [
        ("en", "We do not know whether the card was activated", "Card not activated"),
        ("pt-BR", "Não sabemos se o cartão foi ativado", "Cartão não ativado"),
    ])
    func whatNobodyKnowsIsNotCalledNotActivated(_ language: String, _ title: String, _ wrong: String) async {
        var browser = IssuerBrowser(stage)
        browser.language = language
        let place = await browser.comesFromTheWallet()
        let agreed = await browser.submit("\(place)/yes", from: place)
        stage.backend.refuses("/token-activations", 503, "outcome_unknown")
        _ = await browser.signsIn(by: agreed)
        _ = await browser.submit("/leave", from: "/")
        _ = await browser.submit("\(place)/back", from: place)
        let page = await browser.get(place)
        #expect(browser.text(page).contains(title) && !browser.text(page).contains(wrong))
        #expect(browser.reason(page) == "outcome_unknown" && browser.answer(page) == IssuerStage.answers().failure)
    }

    /// What was confirmed may be active, whatever became of the session.
    @Test(arguments: ["/back", "/again", ""])
    func aRequestOfASessionThatEndedIsNotCalledNothing(_ act: String) async {
        var browser = IssuerBrowser(stage)
        let place = await browser.comesFromTheWallet()
        browser.cookies = [:]
        let path = place + act
        let page = act.isEmpty ? await browser.get(path) : await browser.post(path)
        #expect(page.status == (act.isEmpty ? 404 : 403) && browser.screen(page) == "issuer-problem")
        #expect(browser.text(page).contains(act.isEmpty ? "it shows whether" : "the wallet shows"))
        #expect(!browser.text(page).contains("Nothing was done") && !browser.text(page).contains("begin again"))
    }

    @Test func whatIsActiveAlreadyIsSaidAndAnsweredWithApproval() async {
        var browser = IssuerBrowser(stage)
        stage.backend.answers { call in
            call.path.hasSuffix("/preview") ? ScriptedIssuer.ok(ScriptedIssuer.question(state: "ACTIVE")) : nil
        }
        let place = await browser.comesFromTheWallet()
        #expect(browser.screen(await browser.get(place)) == "issuer-active")
        let back = await browser.submit("\(place)/back", from: place)
        #expect(back.header("Location") == IssuerStage.answers().approved)
    }

    /// The wallet hears a no only of somebody who said it, and whom the BFF heard.
    @Test(arguments: [true, false])
    func goingBackWithoutAnAnswerIsNoNo(_ isSignedIn: Bool) async {
        var browser = IssuerBrowser(stage)
        let place =
            isSignedIn
            ? await browser.comesFromTheWallet() : browser.path(await browser.get("/a2a", [("launch", "good")]))
        stage.backend.refuses("/preview", 503, "network_unavailable")
        let token = browser.value(of: "csrf", in: await browser.get(place)) ?? ""
        stage.backend.answers { _ in nil }
        let back = await browser.post("\(place)/back", ["csrf": token])
        #expect(back.header("Location") == IssuerStage.answers().failure)
        #expect(browser.reason(await browser.get(place)) == "unanswered")
        #expect(stage.backend.paths.allSatisfy { $0.hasSuffix("/preview") })
        #expect(browser.path(await browser.get("/a2a", [("launch", "good")])) != place)
    }

    @Test func aNewerLinkTakesTheOldersPlace() async {
        var browser = IssuerBrowser(stage)
        let older = await browser.comesFromTheWallet()
        let newer = browser.path(await browser.get("/a2a", [("launch", "other")]))
        #expect(older != newer)
        let page = await browser.get(older)
        #expect(browser.reason(page) == "replaced" && browser.answer(page) == IssuerStage.answers().failure)
        #expect(browser.screen(await browser.get(newer)) == "issuer-question")
    }

    @Test func aRequestEndsAfterFiveMinutesAndTheSameLinkBeginsAnother() async {
        var browser = IssuerBrowser(stage)
        let place = await browser.comesFromTheWallet()
        stage.clock.value = IssuerStage.time.adding(seconds: 300)
        let page = await browser.get(place)
        #expect(browser.reason(page) == "expired" && browser.answer(page) == IssuerStage.answers().failure)
        #expect(browser.path(await browser.get("/a2a", [("launch", "good")])) != place)
    }

    @Test func whoeverSignsOutStillAnswers() async {
        var browser = IssuerBrowser(stage)
        let place = await browser.comesFromTheWallet()
        let left = await browser.submit("/leave", from: "/")
        #expect(browser.path(left) == place)
        let page = await browser.get(place)
        #expect(browser.reason(page) == "signed_out" && browser.answer(page) == IssuerStage.answers().failure)
        #expect(stage.backend.calls.contains { $0.path == "/t/padaria-aurora/v2/revoke" })
    }

    @Test func aBadLinkDoesNothingAndAnswersWhereItCan() async {
        var browser = IssuerBrowser(stage)
        let page = await browser.get("/a2a", [("other", "x")])
        #expect(page.status == 400 && browser.screen(page) == "issuer-bad-link")
        #expect(browser.answer(page) == IssuerStage.answers().failure)
        #expect(browser.cookies.isEmpty && stage.backend.calls.isEmpty)
    }

    @Test func aForeignWalletIsAnsweredByALinkAndNotByAForm() async {
        let stage = IssuerStage(answers: IssuerStage.answers("https://wallet.example/return"))
        var browser = IssuerBrowser(stage)
        let place = await browser.comesFromTheWallet()
        #expect(browser.path(await browser.submit("\(place)/no", from: place)) == place)
        let answer = browser.answer(await browser.get(place))
        #expect(answer == "https://wallet.example/return?stepupresponse=declined")
    }

    @Test func anotherBrowserHasNothingOfARequest() async {
        var browser = IssuerBrowser(stage)
        let place = await browser.comesFromTheWallet()
        var other = IssuerBrowser(stage)
        #expect((await other.get(place)).status == 404)
        #expect((await other.post("\(place)/no", ["csrf": "x"])).status == 403)
        var third = IssuerBrowser(stage)
        _ = await third.comesFromTheWallet(as: "joana")
        #expect((await third.submit("\(place)/no", from: "/")).status == 403)
        #expect(browser.screen(await browser.get(place)) == "issuer-question")
    }
}
