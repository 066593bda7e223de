import ChaveBase
import ChavePixModel
import Foundation
import InstitutionPort
import Pages
import Testing

@testable import SandboxBank

/// Nobody is left at a page of the bank that leads nowhere.
@Suite(.everyEngine) struct WayBackTests {
    /// The addresses of the page's own links, without those of its frame.
    private static func ways(_ page: PageResponse) -> [String] {
        let main = page.html.components(separatedBy: "<main").dropFirst().first ?? ""
        return main.components(separatedBy: "</main>")[0].components(separatedBy: "href=\"").dropFirst()
            .map { $0.components(separatedBy: "\"")[0] }
    }

    @Test(
        arguments: [
            (nil, "https://loja.example/volta", "Voltar a loja.example"),
            (nil, "http://localhost:3000/cb?x=1", "Voltar a localhost"),
            (nil, "meuapp://volta", "Voltar ao aplicativo"),
            ("Loja <do Zé>", "http://localhost:3000/cb?x=1", "Voltar para Loja &lt;do Zé&gt;"),
            ("Loja do Zé", "meuapp://volta", "Voltar para Loja do Zé"),
        ] as [(String?, String, String)]
    )
    func aClosedRequestLeadsBackToWhoAsked(_ name: String?, _ callback: String, _ label: String) async throws {
        let test = try await TestBank()
        let initiator = Initiator(test)
        let id = try await initiator.createEnrollment(name: name)
        try await initiator.sendSignals(id)
        let pushed = try await initiator.push(id, callback: callback)
        var browser = Browser(test.pages)
        let page = try await browser.signIn(pushed.redirectURL, cpf: Initiator.alice)
        var form = browser.fields(page)
        form["decision"] = "refuse"
        let action = try #require(browser.action(page))
        #expect(await browser.post(action, form).status == 303)
        let closed = await browser.get(pushed.redirectURL)
        #expect(closed.status == 410)
        #expect(Self.ways(closed) == [callback, "/bank/\(initiator.institution.text)"])
        #expect(closed.html.contains(label))
        #expect(closed.html.contains("já foi decidido"))
        // No answer goes along: it was given, and is not this page's to give again.
        for secret in [pushed.state, "access_denied"] { #expect(!closed.html.contains(secret)) }
    }

    @Test func aRequestThatTookTooLongLeadsBackToo() async throws {
        let test = try await TestBank()
        let (_, pushed) = try await Initiator(test).enrollmentAwaitingHolder()
        test.clock.advance(seconds: 900)
        var browser = Browser(test.pages)
        let page = await browser.get(pushed.redirectURL)
        #expect(page.status == 410 && Self.ways(page).first == Initiator.callback)
        #expect(page.html.contains("O tempo para decidir este pedido acabou."))
    }

    @Test func aRequestWhoseEnrollmentWasEndedSaysSo() async throws {
        let test = try await TestBank()
        let initiator = Initiator(test)
        let (id, pushed) = try await initiator.enrollmentAwaitingHolder()
        _ = try answered(await initiator.end(id, .rejection(.manually)), 204)
        var browser = Browser(test.pages)
        #expect(await browser.get(pushed.redirectURL).html.contains("Este pedido foi encerrado antes da decisão."))
    }

    @Test func anAddressThatIsNoRequestLeadsToTheBanksStart() async throws {
        let test = try await TestBank()
        let home = "/bank/\(TestBank.institution(.approvesAtOnce).text)"
        var browser = Browser(test.pages)
        for address in ["\(home)/authorize", "\(home)/authorize?request=AAAA", "\(home)/nothing"] {
            #expect(Self.ways(await browser.get(address)) == [home], "\(address)")
        }
        #expect(Self.ways(await browser.get("/bank/nobody")) == ["/"])
    }

    /// The second sign-in in a browser takes the first one's place; its page says so and leads back to its own request.
    @Test func twoRequestsInOneBrowserBothComeToTheirEnd() async throws {
        let test = try await TestBank()
        let initiator = Initiator(test)
        let (first, one) = try await initiator.enrollmentAwaitingHolder()
        let (second, two) = try await initiator.enrollmentAwaitingHolder()
        var browser = Browser(test.pages)
        let page = try await browser.signIn(one.redirectURL, cpf: Initiator.alice)
        _ = try await browser.signIn(two.redirectURL, cpf: Initiator.alice)
        var form = browser.fields(page)
        form["decision"] = "approve"
        let outdated = await browser.post(try #require(browser.action(page)), form)
        #expect(outdated.status == 403)
        let way = try #require(Self.ways(outdated).first)
        #expect(one.redirectURL.hasSuffix(way))
        #expect(try await initiator.enrollment(first).status == .awaitingAccountHolderValidation)
        for (address, id) in [(way, first), (two.redirectURL, second)] {
            let again = try await browser.signIn(address, cpf: Initiator.alice)
            var form = browser.fields(again)
            form["decision"] = "approve"
            #expect(await browser.post(try #require(browser.action(again)), form).status == 303)
            #expect(try await initiator.enrollment(id).status == .awaitingEnrollment)
        }
    }

    /// A form whose request is closed by now leads, by way of that request, back to who asked.
    @Test func aFormOfAClosedRequestStillLeadsSomewhere() async throws {
        let test = try await TestBank()
        let (_, pushed) = try await Initiator(test).enrollmentAwaitingHolder()
        var browser = Browser(test.pages)
        let page = try await browser.signIn(pushed.redirectURL, cpf: Initiator.alice)
        var form = browser.fields(page)
        form["decision"] = "approve"
        let action = try #require(browser.action(page))
        #expect(await browser.post(action, form).status == 303)
        browser.cookies = [:]
        let late = await browser.post(action, form)
        #expect(late.status == 403)
        #expect(late.html.contains("Esta página não mudou nada"))
        let closed = await browser.get(try #require(Self.ways(late).first))
        #expect(closed.status == 410 && Self.ways(closed).first == Initiator.callback)
    }

    /// A double click sends both forms with the cookie of before the decision.
    @Test(arguments: ["approve", "refuse"])
    func aDecisionThatIsSentTwiceIsSaidToHaveBeenMade(_ decision: String) async throws {
        let test = try await TestBank()
        let (_, pushed) = try await Initiator(test).enrollmentAwaitingHolder()
        var browser = Browser(test.pages)
        let page = try await browser.signIn(pushed.redirectURL, cpf: Initiator.alice)
        var form = browser.fields(page)
        form["decision"] = decision
        let action = try #require(browser.action(page))
        let cookies = browser.cookies
        #expect(await browser.post(action, form).status == 303)
        browser.cookies = cookies
        let second = await browser.post(action, form)
        #expect(second.status == 410 && second.html.contains("já foi decidido"))
        #expect(Self.ways(second).first == Initiator.callback)
    }
}
