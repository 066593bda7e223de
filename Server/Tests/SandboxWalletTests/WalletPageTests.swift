import App2App
import ChaveBase
import Foundation
import Pages
import SandboxCards
import Testing
import TokenActivationCore

@testable import SandboxWallet

/// A card in the wallet, from adding it to taking it out.
@Suite struct WalletPageTests {
    private let stage: WalletStage

    init() throws { stage = try WalletStage() }

    @Test func aNameIsEnoughAndEachNameHasAWalletOfItsOwn() async throws {
        var browser = WalletBrowser(stage)
        #expect(browser.screen(await browser.get("")) == "wallet-owner")
        let place = try await browser.adds()
        #expect(browser.screen(await browser.get("")) == "wallet-cards")
        _ = await browser.submit("/leave", from: "")
        #expect(browser.screen(await browser.get("")) == "wallet-owner")
        await browser.enters(as: "Maria")
        #expect((await browser.get(place)).status == 404)
        var other = WalletBrowser(stage)
        #expect((await other.get(place)).status == 303)
    }

    @Test(arguments: ["", "   ", String(repeating: "a", count: 41), "a\u{202E}b", "\u{7}"])
    func aNameThatIsNoneIsAskedForAgain(_ name: String) async {
        var browser = WalletBrowser(stage)
        let page = await browser.submit("/owner", from: "", ["name": name])
        #expect(page.status == 422 && browser.text(page).contains("role=\"alert\""))
    }

    @Test func withoutCardsThePageSaysHowToGetSome() async {
        var browser = WalletBrowser(stage)
        await browser.enters()
        let page = await browser.get("/add")
        #expect(browser.text(page).contains("href=\"/issuer\""))
        #expect(!browser.text(page).contains("action=\"/wallet/tokens\""))
    }

    /// The link is what the issuer's library reads, with each network's own names.
    @Test(arguments: [CardNetwork.visa, .mastercard])
    func theLinkIsOneThatTheIssuerReads(_ network: CardNetwork) async throws {
        var browser = WalletBrowser(stage)
        let place = try await browser.adds(network)
        let page = await browser.get(place)
        #expect(browser.screen(page) == "wallet-step-up" && browser.text(page).contains("<svg data-length="))
        #expect(browser.text(page).contains("Phone &lt;b&gt;"))
        let rules = TokenActivationRules(
            launch: LaunchAddress(scheme: "https", host: "issuer.example", path: "/issuer/a2a"),
            names: network == .visa ? .visa : .mastercard,
            callbacks: CallbackRules(),
            developmentOrigin: LoopbackOrigin(WalletStage.base)
        )
        let link = try TokenActivationLink(text: browser.link(page), rules: rules)
        let id = String(place.dropFirst("/tokens/".count))
        #expect(link.payload.tokenReferenceID == id && link.payload.namesToken)
        let answer = try #require(link.callback.answer(.approved)?.absoluteString)
        #expect(answer.hasPrefix("\(WalletStage.base)/wallet/return/\(id)?"))
        #expect(browser.text(page).contains("bank-app://token-activation/a2a?"))
    }

    @Test func sentTwiceACardIsAddedOnce() async throws {
        var browser = WalletBrowser(stage)
        await browser.enters()
        let card = try await stage.cards.issue(to: WalletStage.holder)[0].panReferenceID
        let page = await browser.get("/add")
        let form = [
            "csrf": browser.value(of: "csrf", in: page) ?? "", "attempt": browser.value(of: "attempt", in: page) ?? "",
            "card": card, "device": "Phone", "temper": "prompt",
        ]
        let first = await browser.post("/tokens", form), second = await browser.post("/tokens", form)
        #expect(first.status == 303 && browser.path(first) == browser.path(second))
    }

    @Test(arguments: [
        ("device", ""), ("device", "4111 1111 1111 1111"), ("device", String(repeating: "a", count: 65)),
        ("card", "V-0"),
    ])
    func whatIsRefusedIsSaidAndWhatWasTypedStays(_ field: String, _ value: String) async throws {
        var browser = WalletBrowser(stage)
        await browser.enters()
        let card = try await stage.cards.issue(to: WalletStage.holder)[0].panReferenceID
        var form = ["card": card, "device": "Tablet <i>", "temper": "refuses"]
        form[field] = value
        let page = await browser.submit("/tokens", from: "/add", form)
        #expect(page.status == 422 && browser.text(page).contains("role=\"alert\""))
        #expect(browser.text(page).contains("value=\"refuses\" selected"))
        form[field] = field == "device" ? "Tablet" : card
        form["csrf"] = browser.value(of: "csrf", in: page)
        form["attempt"] = browser.value(of: "attempt", in: page)
        #expect((await browser.post("/tokens", form)).status == 303)
    }

    @Test func aFormOfAnotherPageDoesNothing() async throws {
        var browser = WalletBrowser(stage)
        let place = try await browser.adds()
        for path in ["/leave", "/tokens", "\(place)/remove", "\(place)/resume", "\(place)/unsuspend", "/owner"] {
            #expect((await browser.post(path, ["csrf": "x", "name": "Joana"])).status == 403)
        }
        #expect((await browser.get("\(place)/remove")).status == 405)
        #expect(browser.screen(await browser.get(place)) == "wallet-step-up")
    }

    @Test func aCardThatIsTakenOutStaysOut() async throws {
        var browser = WalletBrowser(stage)
        let place = try await browser.adds()
        #expect(browser.path(await browser.submit("\(place)/remove", from: place)) == place)
        #expect(browser.screen(await browser.get(place)) == "wallet-removed")
        #expect(browser.path(await browser.submit("\(place)/resume", from: "")) == place)
        #expect(browser.screen(await browser.get(place)) == "wallet-removed")
    }

    @Test func afterFifteenMinutesTheIssuerIsAskedAnew() async throws {
        var browser = WalletBrowser(stage)
        let place = try await browser.adds()
        stage.later.seconds = 900
        #expect(browser.screen(await browser.get(place)) == "wallet-unanswered")
        _ = await browser.submit("\(place)/resume", from: place)
        #expect(browser.screen(await browser.get(place)) == "wallet-step-up")
    }

    @Test func aHeldReadTellsOfAChange() async throws {
        var browser = WalletBrowser(stage)
        let place = try await browser.adds()
        let page = browser.text(await browser.get(place))
        let seen = page.split(separator: "wait?seen=").last.map { String($0.prefix { $0 != "\"" }) } ?? ""
        let still = await browser.get("\(place)/wait", ["seen": seen])
        #expect(browser.text(still) == "{\"changed\":false}")
        _ = await browser.submit("\(place)/remove", from: place)
        let now = await browser.get("\(place)/wait", ["seen": seen])
        #expect(browser.text(now) == "{\"changed\":true}")
    }
}
