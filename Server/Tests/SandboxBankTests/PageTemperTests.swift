import ChaveBase
import ChavePixModel
import Foundation
import InstitutionPort
import Pages
import Testing

@testable import SandboxBank

/// A bank shows its temper to people as it does to the platform.
@Suite(.everyEngine) struct PageTemperTests {
    private static let bank = TestBank.institution(.unreliable)

    @Test func theUnreliableBankLosesPagesButNeverTwoInARow() async throws {
        var browser = Browser(try await TestBank().pages)
        var wasLost = false
        var losses = 0
        for _ in 0..<100 {
            let page = await browser.home(Self.bank)
            #expect(page.status == 303 || page.status == 503)
            guard page.status == 503 else {
                wasLost = false
                continue
            }
            #expect(!wasLost)
            wasLost = true
            losses += 1
            #expect(page.screen == "problem")
            #expect(page.header("Retry-After") == "1")
            #expect(page.html.contains("href=\"/bank/\(Self.bank.text)/home\">Tentar de novo</a>"))
        }
        #expect((4...50).contains(losses))
        // The door is always open, and other banks lose nothing.
        for _ in 0..<40 {
            #expect(await browser.get("/bank/\(Self.bank.text)").status == 200)
            #expect(await browser.home(TestBank.institution(.approvesAtOnce)).status == 303)
        }
    }

    @Test func pagesChangeNothingForCalls() async throws {
        let quiet = try await TestBank()
        let busy = try await TestBank()
        var browser = Browser(busy.pages)
        for number in 0..<40 {
            for _ in 0..<(number % 5) { _ = await browser.home(Self.bank) }
            var losses: [Bool] = []
            for test in [quiet, busy] {
                let reply = await Initiator(test, .unreliable).call(.readPayment, "urn:x")
                losses.append(reply == .unknown(.serverError))
            }
            #expect(losses[0] == losses[1])
        }
    }

    /// Signs in at the unreliable bank, trying again as the page offers.
    private func entered(_ test: TestBank) async throws -> (Browser, PageResponse) {
        var browser = Browser(test.pages)
        for _ in 0..<4 {
            let welcome = await browser.get("/bank/\(Self.bank.text)")
            let alice = ["cpf": Initiator.alice, "password": "senha-1"]
            let answer = try await browser.send("enter", in: welcome, alice)
            if answer.status == 303 { break }
        }
        return (browser, await shown(&browser))
    }

    private func shown(_ browser: inout Browser) async -> PageResponse {
        let page = await browser.home(Self.bank)
        return page.status == 503 ? await browser.home(Self.bank) : page
    }

    @Test func aRevocationWhoseAnswerIsLostIsSeenOnTryingAgain() async throws {
        let test = try await TestBank()
        let initiator = Initiator(test, .unreliable)
        var (browser, page) = try await entered(test)
        #expect(page.screen == "bank-home")
        var outcomes: Set<String> = []
        for number in 0..<200 where outcomes.count < 3 {
            let id = try await initiator.persistentlyCreated(name: "Loja \(number)")
            page = await shown(&browser)
            let answer = try await browser.revoke(id, on: page)
            let isOpen = await shown(&browser).devices.first { $0.id == id }?.status == "AWAITING_RISK_SIGNALS"
            outcomes.insert("\(answer.status) \(isOpen ? "open" : "ended")")
            guard answer.status == 503 else { continue }
            #expect(answer.html.contains("href=\"/bank/\(Self.bank.text)/home\""))
            // Trying again ends it, or does nothing where it has ended.
            let again = try await browser.revoke(id, on: page)
            guard again.status == 303 else { continue }
            let device = await shown(&browser).devices.first { $0.id == id }
            #expect(device?.status == "REJECTED")
        }
        #expect(outcomes == ["303 ended", "503 open", "503 ended"])
    }

    @Test func anApprovalThatIsLostWasNotBegun() async throws {
        let test = try await TestBank()
        let initiator = Initiator(test, .unreliable)
        var losses = 0
        for _ in 0..<30 {
            let (id, pushed) = try await initiator.persistentlyAwaitingHolder()
            var browser = Browser(test.pages)
            var page = await browser.get(pushed.redirectURL)
            for _ in 0..<12 {
                if page.status == 503 {
                    losses += 1
                    #expect(try await initiator.persistentStatus(id) == .awaitingAccountHolderValidation)
                    let links = page.html.components(separatedBy: "class=\"button\" href=\"").dropFirst()
                    page = await browser.get(try #require(links.first).components(separatedBy: "\"")[0])
                    continue
                }
                if let location = page.header("Location") {
                    if location.hasPrefix(Initiator.callback) { break }
                    page = await browser.get(location)
                    continue
                }
                var form = browser.fields(page)
                if form["password"] != nil {
                    form.merge(["cpf": Initiator.alice, "password": "senha-1"]) { $1 }
                } else {
                    form["decision"] = "approve"
                }
                page = await browser.post(try #require(browser.action(page)), form)
            }
            let location = try #require(page.header("Location"))
            #expect(PageAddress(location).query["code"] != nil)
            #expect(try await initiator.persistentStatus(id) == .awaitingEnrollment)
        }
        #expect(losses > 3)
    }

    @Test func aHolderWhoTriesAgainGetsThroughTheUnreliableBank() async throws {
        let test = try await TestBank()
        let initiator = Initiator(test, .unreliable)
        for _ in 0..<20 {
            let (id, pushed) = try await initiator.persistentlyAwaitingHolder()
            let parameters = try await Browser(test.pages).decide(pushed.redirectURL, cpf: Initiator.alice)
            #expect(parameters["code"] != nil)
            #expect(try await initiator.persistentStatus(id) == .awaitingEnrollment)
        }
    }

    @Test func theStrictBanksNoIsOnTheHoldersPage() async throws {
        let test = try await TestBank()
        let initiator = Initiator(test, .rejectsByPolicy)
        let (id, pushed) = try await initiator.enrollmentAwaitingHolder()
        let parameters = try await Browser(test.pages).decide(pushed.redirectURL, cpf: Initiator.alice)
        #expect(parameters["error"] == "access_denied")
        var browser = Browser(test.pages)
        let page = try await browser.enter(TestBank.institution(.rejectsByPolicy))
        #expect(page.devices.map(\.id) == [id])
        #expect(page.devices.map(\.status) == ["REJECTED"])
        #expect(page.html.contains("a segurança do banco não permite"))
    }

    @Test func theCautiousBankSaysItsLimits() async throws {
        let test = try await TestBank()
        _ = try await Initiator(test, .lowLimits).enroll()
        var browser = Browser(test.pages)
        let page = try await browser.enter(TestBank.institution(.lowLimits))
        #expect(page.html.contains("até R$\u{A0}50,00 por pagamento e até R$\u{A0}80,00 por dia."))
        #expect(page.html.contains("o do banco"))
    }

    @Test func theSlowBanksPagesAreAsQuickAsOthers() async throws {
        let test = try await TestBank()
        let (id, _) = try await Initiator(test, .slowOptions).enrollmentAwaitingCredential()
        var browser = Browser(test.pages)
        let page = try await browser.enter(TestBank.institution(.slowOptions))
        #expect(page.devices.map(\.id) == [id])
        #expect(page.devices.map(\.status) == ["AWAITING_ENROLLMENT"])
    }
}
