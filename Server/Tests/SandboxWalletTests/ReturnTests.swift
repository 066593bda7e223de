import ChaveBase
import Pages
import Testing
import TokenActivationCore

@testable import SandboxWallet

/// What an issuer's app brings back with the callback.
@Suite struct ReturnTests {
    private let stage: WalletStage

    init() throws { stage = try WalletStage() }

    @Test(arguments: [
        ("stepupresponse", "declined", "You said that it was not you"),
        ("issuerMobileAppAuthResponse", "failure", "It did not work at the issuer"),
        ("authResponse", "approved", "the network knows nothing of it"),
        ("stepupresponse", "APPROVED", "says nothing that can be understood"),
        ("other", "approved", "says nothing that can be understood"),
    ])
    func eachAnswerIsShownWithWhatItMeans(_ name: String, _ value: String, _ meaning: String) async throws {
        var browser = WalletBrowser(stage)
        let place = try await browser.adds()
        let back = await browser.get(place.replacing("/tokens/", with: "/return/"), [name: value, "x": "<b>"])
        #expect(back.status == 303 && browser.path(back) == place)
        let page = browser.text(await browser.get(place))
        #expect(page.contains(meaning) && page.contains("<code>\(name)</code>") && page.contains("&lt;b&gt;"))
    }

    @Test func aCodeIsShownToThoseWhoAskForIt() async throws {
        var browser = WalletBrowser(stage)
        let place = try await browser.adds()
        _ = await browser.get(
            place.replacing("/tokens/", with: "/return/"),
            ["stepupresponse": "approved", "stepupauthcode": "secret-7"]
        )
        #expect(!browser.text(await browser.get(place)).contains("secret-7"))
        #expect(browser.text(await browser.get(place, ["show": "code"])).contains("secret-7"))
    }

    @Test func aReturnToAnotherBrowserIsNotKept() async throws {
        var browser = WalletBrowser(stage)
        let place = try await browser.adds()
        var other = WalletBrowser(stage)
        await other.enters(as: "Joana")
        let back = await other.get(place.replacing("/tokens/", with: "/return/"), ["stepupresponse": "declined"])
        #expect(back.status == 404)
        #expect(!browser.text(await browser.get(place)).contains("stepupresponse"))
    }

    @Test func whatIsBroughtIsCutToWhatAPageCanShow() {
        let many = Dictionary(uniqueKeysWithValues: (0..<50).map { ("n\($0)", String(repeating: "v", count: 5_000)) })
        let answer = BroughtAnswer(query: many)
        #expect(answer.items.count == 10 && answer.items.allSatisfy { $0.value.count == 200 })
        #expect(answer.word == nil && answer.code == nil)
    }

    @Test func memoryHasItsBounds() {
        let memory = WalletMemory(most: 3)
        for number in 0..<10 {
            memory.keep(BroughtAnswer(query: ["stepupresponse": "declined"]), of: "t\(number)", "a")
            #expect(memory.begin("x\(number)") == nil)
            memory.finish("x\(number)", with: "t\(number)")
        }
        #expect(memory.answer(of: "t6", "a") == nil && memory.answer(of: "t9", "a")?.word == .declined)
        #expect(memory.begin("x9") == "t9" && memory.begin("x0") == nil)
    }

    @Test func anAttemptThatWasLetGoOfIsNotKeptByItsEnd() {
        let memory = WalletMemory(most: 1)
        #expect(memory.begin("slow") == nil && memory.begin("other") == nil)
        memory.finish("slow", with: "t")
        #expect(memory.begin("slow") == nil)
        memory.finish("slow", with: nil)
        #expect(memory.begin("slow") == nil)
    }
}
