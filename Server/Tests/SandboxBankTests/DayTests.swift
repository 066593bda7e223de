import ChaveBase
import ChavePixModel
import HolderBrowser
import InstitutionPort
import Pages
import Testing

@testable import SandboxBank

/// Nobody waits for the day of a scheduled payment at a sandbox: it may be let come.
@Suite(.everyEngine) struct DayTests {
    private static let bank = TestBank.institution(.approvesAtOnce)
    /// 20 July 2026, six days after the test's today.
    private static let first = CalendarDate(daysSince1970: 20654)

    @Test func aDayThatIsLetComeIsDecidedByTheLedgerAndTold() async throws {
        let test = try await TestBank()
        let initiator = Initiator(test)
        let device = try await initiator.enroll()
        let payments = try await initiator.schedule(.daily(start: Self.first, quantity: 2), device, "10.00")
        let heard = HeardNotifications()
        test.bank.setNotifications(heard)
        try await test.bank.tick()
        #expect(self.payments(in: heard).isEmpty)
        let before = try await test.bank.balances(of: device.cpf, at: Self.bank)

        #expect(try await test.bank.letDayCome(of: payments[0].paymentID, at: Self.bank))
        #expect(try await initiator.payment(payments[0].paymentID).status == .acsc)
        #expect(try await initiator.payment(payments[1].paymentID).status == .schd)
        let after = try await test.bank.balances(of: device.cpf, at: Self.bank)
        #expect(zip(before, after).map { $0 - $1 }.reduce(0, +) == 1_000)
        try await test.bank.tick()
        #expect(self.payments(in: heard) == [payments[0].paymentID])

        // One consent is paid once for each of its days.
        #expect(try await test.bank.verdict().faults == [])
        // A day comes once, and only to a payment that waits for one.
        #expect(try await !test.bank.letDayCome(of: payments[0].paymentID, at: Self.bank))
        #expect(try await !test.bank.letDayCome(of: "urn:none", at: Self.bank))
        try await test.bank.tick()
        #expect(self.payments(in: heard).count == 1)
        await test.remove()
    }

    @Test func theLedgerMayRefuseOnTheDay() async throws {
        let test = try await TestBank()
        let initiator = Initiator(test)
        let device = try await initiator.enroll()
        let payment = try #require(try await initiator.schedule(.single(Self.first), device, "150.00").first)
        #expect(try await test.bank.letDayCome(of: payment.paymentID, at: Self.bank))
        let read = try await initiator.payment(payment.paymentID)
        #expect(read.status == .rjct && read.rejectionCode == "SALDO_INSUFICIENTE")
        await test.remove()
    }

    @Test func holdersLetTheirOwnDaysComeOnTheirPage() async throws {
        let test = try await TestBank()
        let initiator = Initiator(test)
        let device = try await initiator.enroll()
        let payments = try await initiator.schedule(.daily(start: Self.first, quantity: 2), device)
        var browser = Browser(test.pages)
        browser.acceptLanguage = "en"
        let page = try await browser.enter(Self.bank)
        let forms = browser.forms(to: "day", in: page)
        #expect(Set(forms.compactMap { $0.fields["payment"] }) == Set(payments.map(\.paymentID)))
        #expect(page.html.contains("Let its day come now: 2026-07-20, 12:00"))

        let once = try await browser.letDayCome(on: page)
        #expect(browser.forms(to: "day", in: once).count == 1)
        #expect(once.statement.filter { $0.contains("Paid") }.count == 1)
        // An old page does nothing twice.
        let again = try await browser.letDayCome(on: page)
        #expect(browser.forms(to: "day", in: again).count == 1)
        await test.remove()
    }

    @Test func nobodyLetsTheDaysOfOthersCome() async throws {
        let test = try await TestBank()
        let initiator = Initiator(test)
        let device = try await initiator.enroll()
        let payment = try #require(try await initiator.schedule(.single(Self.first), device).first)
        var owner = Browser(test.pages)
        let page = try await owner.enter(Self.bank)
        var stranger = Browser(test.pages)
        let home = try await stranger.enter(Self.bank, cpf: Initiator.davi)
        let csrf = try #require(stranger.forms(to: "leave", in: home).first?.fields["csrf"])
        let form = try #require(owner.forms(to: "day", in: page).first)
        #expect(await stranger.post(form.action, ["csrf": csrf, "payment": payment.paymentID]).status == 404)
        #expect(await stranger.post(form.action, form.fields).status == 403)
        #expect(try await initiator.payment(payment.paymentID).status == .schd)
        await test.remove()
    }

    /// The payments of which a bank told.
    private func payments(in heard: HeardNotifications) -> [String] {
        heard.items.filter { $0.kind == .payment }.map(\.id)
    }
}
