import ChaveBase
import ChavePixModel
import Foundation
import HolderBrowser
import InstitutionPort
import Pages
import Testing

@testable import SandboxBank

/// A holder ends a device at the bank.
@Suite(.everyEngine) struct DeviceRevocationTests {
    private static let bank = TestBank.institution(.approvesAtOnce)

    /// Where an enrollment can stand when its holder ends it, with what it is then.
    enum Standing: CaseIterable {
        case awaitingRiskSignals, awaitingHolder, awaitingCredential, authorised, rejected, revoked, expired

        var end: OFBCancellationReason {
            switch self {
            case .awaitingRiskSignals, .awaitingHolder, .awaitingCredential: .rejection(.manually)
            case .authorised: .revocation(.manually)
            case .rejected: .rejection(.deviceIncompatible)
            case .revoked: .revocation(.internalSecurity)
            case .expired: .rejection(.riskSignalsTimedOut)
            }
        }

        var isEndedByHolder: Bool {
            switch self {
            case .awaitingRiskSignals, .awaitingHolder, .awaitingCredential, .authorised: true
            case .rejected, .revoked, .expired: false
            }
        }

        /// An enrollment that stands so.
        func make(_ initiator: Initiator) async throws -> String {
            switch self {
            case .awaitingRiskSignals: return try await initiator.createEnrollment()
            case .awaitingHolder: return try await initiator.enrollmentAwaitingHolder().id
            case .awaitingCredential: return try await initiator.enrollmentAwaitingCredential().id
            case .authorised: return try await initiator.enroll().enrollmentID
            case .rejected:
                let id = try await initiator.createEnrollment()
                _ = try answered(await initiator.end(id, .rejection(.deviceIncompatible)), 204)
                return id
            case .revoked:
                let id = try await initiator.enroll().enrollmentID
                _ = try answered(await initiator.end(id, .revocation(.internalSecurity)), 204)
                return id
            case .expired:
                let id = try await initiator.createEnrollment()
                initiator.test.clock.advance(seconds: 300)
                return id
            }
        }
    }

    /// Sends the form of the page for an enrollment, whether or not the page offers it.
    private func end(_ id: String, _ browser: inout Browser) async throws -> PageResponse {
        let home = await browser.home(Self.bank)
        let token = try #require(browser.forms(to: "leave", in: home).first?.fields["csrf"])
        return await browser.post("/bank/\(Self.bank.text)/revoke", ["csrf": token, "enrollment": id])
    }

    @Test(arguments: Standing.allCases) func eachStateEndsAsItMust(_ standing: Standing) async throws {
        let test = try await TestBank()
        let initiator = Initiator(test)
        let id = try await standing.make(initiator)
        var browser = Browser(test.pages)
        _ = try await browser.enter(Self.bank)
        let answer = try await end(id, &browser)
        #expect(answer.status == 303)
        let page = await browser.get(try #require(answer.header("Location")))
        #expect(page.screen == "bank-home")
        #expect(page.html.contains("com este vínculo não se paga mais."))
        let enrollment = try await initiator.enrollment(id)
        #expect(enrollment.cancellation?.reason == standing.end)
        #expect((enrollment.cancellation?.cpf == Initiator.alice) == standing.isEndedByHolder)
        if standing.isEndedByHolder { #expect(enrollment.cancellation?.cancelledFrom == .holder) }
        #expect(page.devices.first { $0.id == id }?.status == enrollment.status.rawValue)
    }

    @Test func thePlatformIsToldOnceHoweverOftenItIsRevoked() async throws {
        let test = try await TestBank()
        let initiator = Initiator(test)
        let device = try await initiator.enroll()
        let heard = HeardNotifications()
        test.bank.setNotifications(heard)
        try await test.bank.tick()
        let before = heard.items.count
        var browser = Browser(test.pages)
        let page = try await browser.enter(Self.bank)
        for _ in 0..<3 {
            #expect(try await browser.revoke(device.enrollmentID, on: page).status == 303)
            test.clock.advance(seconds: 1)
            try await test.bank.tick()
        }
        #expect(
            Array(heard.items.dropFirst(before)) == [
                HeardNotifications.Item(institution: Self.bank, kind: .enrollment, id: device.enrollmentID)
            ]
        )
        let enrollment = try await initiator.enrollment(device.enrollmentID)
        #expect(enrollment.status == .revoked)
        #expect(enrollment.cancellation?.reason == .revocation(.manually))
        #expect(enrollment.statusUpdate == TestBank.start)
    }

    @Test func twoTabsThatRevokeAtOnceRevokeOnce() async throws {
        let test = try await TestBank()
        let device = try await Initiator(test).enroll()
        var browser = Browser(test.pages)
        let page = try await browser.enter(Self.bank)
        let tab = browser
        let before = try await test.bank.count(.notifications)
        let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<8 {
                group.addTask {
                    var tab = tab
                    return try await tab.revoke(device.enrollmentID, on: page).status
                }
            }
            return try await group.reduce(into: [Int]()) { $0.append($1) }
        }
        #expect(statuses == Array(repeating: 303, count: 8))
        #expect(try await test.bank.count(.notifications) == before + 1)
    }

    @Test func onlyOnesOwnDeviceOfThisBankIsEnded() async throws {
        let test = try await TestBank()
        let initiator = Initiator(test)
        let foreign = try await initiator.enroll(cpf: Initiator.bruno).enrollmentID
        let elsewhere = try await Initiator(test, .lowLimits).enroll().enrollmentID
        var browser = Browser(test.pages)
        _ = try await browser.enter(Self.bank)
        for id in [foreign, elsewhere, "urn:sandboxbank:enrollment:x", "", "<b>Plantada</b>", "x\r\nSet-Cookie: a=b"] {
            let answer = try await end(id, &browser)
            #expect(answer.status == 404)
            #expect(answer.screen == "problem")
            #expect(!answer.html.contains("Plantada"))
            #expect(answer.header("Location") == nil)
        }
        #expect(try await initiator.enrollment(foreign).status == .authorised)
        #expect(try await Initiator(test, .lowLimits).enrollment(elsewhere).status == .authorised)
    }

    @Test func nobodysSessionRevokesNothing() async throws {
        let test = try await TestBank()
        let initiator = Initiator(test)
        let device = try await initiator.enroll()
        var browser = Browser(test.pages)
        let page = try await browser.enter(Self.bank)
        // Signed out in another tab.
        var tab = browser
        _ = try await tab.send("leave", in: page)
        let answer = try await browser.revoke(device.enrollmentID, on: page)
        #expect(answer.status == 403)
        #expect(answer.screen == "problem")
        #expect(answer.html.contains("href=\"/bank/\(Self.bank.text)\""))
        // The fifteen minutes are over.
        var other = Browser(test.pages)
        let open = try await other.enter(Self.bank)
        test.clock.advance(seconds: 900)
        #expect(try await other.revoke(device.enrollmentID, on: open).status == 403)
        #expect(try await initiator.enrollment(device.enrollmentID).status == .authorised)
    }

    @Test func aLinkThatSaysADeviceEndedIsNotBelieved() async throws {
        let test = try await TestBank()
        let initiator = Initiator(test)
        let active = try await initiator.enroll().enrollmentID
        let foreign = try await initiator.enroll(cpf: Initiator.bruno).enrollmentID
        _ = try answered(await initiator.end(foreign, .revocation(.manually)), 204)
        var browser = Browser(test.pages)
        _ = try await browser.enter(Self.bank)
        for id in [active, foreign, "x"] {
            let page = await browser.get("/bank/\(Self.bank.text)/home?ended=\(id)")
            #expect(page.screen == "bank-home")
            #expect(!page.html.contains("role=\"status\""))
        }
    }

    // MARK: Under way

    @Test func aRevokedDevicePaysNothingMore() async throws {
        let test = try await TestBank { $0.settlementDelaySeconds = 60 }
        let initiator = Initiator(test)
        let device = try await initiator.enroll()
        let received = try await initiator.pay(device, "10.00")
        let authorised = try await initiator.authorisedConsent(device, "20.00")
        let asked = try await initiator.createConsent(device, "30.00")
        let options = try OFBSignOptions(bytes: try answered(await initiator.signOptions(device, asked.consentID), 201))
        let signed = try await initiator.assertion(device, options)
        let fresh = try await initiator.createConsent(device, "40.00")

        var browser = Browser(test.pages)
        let page = try await browser.enter(Self.bank)
        _ = try await browser.revoke(device.enrollmentID, on: page)

        // Authorised before, and not yet paid.
        let payment = initiator.creation(authorised, try initiator.newEndToEndID())
        #expect(try refusedCode(await initiator.pay(payment)) == "CONSENTIMENTO_INVALIDO")
        // Signed before, and not yet authorised.
        let refusal = await initiator.authorise(device, asked.consentID, signed)
        #expect(try refusedCode(refusal) == "STATUS_VINCULO_INVALIDO")
        #expect(try await initiator.consent(asked.consentID).status == .rejected)
        // Not yet signed, and no new token for any of it.
        #expect(try refusedCode(await initiator.signOptions(device, fresh.consentID)) == "STATUS_VINCULO_INVALIDO")
        let refresh = TokenRefresh(refreshToken: device.refreshToken, clientID: Initiator.clientID)
        #expect(try refusedCode(await initiator.call(.refreshToken, body: refresh.bytes)) == "invalid_grant")

        // What the bank had received it pays, and the statement says so.
        #expect(try await initiator.payment(received.paymentID).status == .rcvd)
        test.clock.advance(seconds: 60)
        try await test.bank.tick()
        #expect(try await initiator.payment(received.paymentID).status == .acsc)
        let home = await browser.home(Self.bank)
        #expect(home.statement.count == 1)
        #expect(home.statement.first?.contains("R$ 10,00 Pago") == true)
        #expect(try await test.bank.verdict().isSound)
    }

    @Test func aRevocationUnderAnOpenApprovalClosesIt() async throws {
        let test = try await TestBank()
        let initiator = Initiator(test)
        let (id, pushed) = try await initiator.enrollmentAwaitingHolder()
        var approver = Browser(test.pages)
        let approval = try await approver.signIn(pushed.redirectURL, cpf: Initiator.alice)
        var browser = Browser(test.pages)
        _ = try await browser.revoke(id, on: try await browser.enter(Self.bank))
        var form = approver.fields(approval)
        form["decision"] = "approve"
        #expect(await approver.post(try #require(approver.action(approval)), form).status == 410)
        #expect(try await initiator.enrollment(id).cancellation?.reason == .rejection(.manually))
    }

    @Test func aCodeOfADeviceThatWasEndedOpensNothing() async throws {
        let test = try await TestBank()
        let initiator = Initiator(test)
        let (id, pushed) = try await initiator.enrollmentAwaitingHolder()
        let code = try await Browser(test.pages).decide(pushed.redirectURL, cpf: Initiator.alice)["code"]
        var browser = Browser(test.pages)
        _ = try await browser.revoke(id, on: try await browser.enter(Self.bank))
        #expect(try refusedCode(await initiator.exchange(try #require(code), pushed)) == "invalid_grant")
        #expect(try await initiator.enrollment(id).cancellation?.reason == .rejection(.manually))
    }
}
