import ChavePix
import ChavePixModel
import ChaveTesting
import Foundation
import Testing

/// What the bank behind the server may decide, and what time alone brings.
struct BankTests {
    @Test func aPersonWhoRefusesAtTheBankEndsTheEnrollment() async throws {
        let shop = Shop()
        let client = shop.client()
        let created = try await client.createEnrollment(try shop.newEnrollment())
        let url = try #require(created.details.redirectURL)
        let callback = try shop.server.refuse(url, description: "Not today")
        let end = try await client.completeRedirection(callbackURL: callback)
        #expect(end.status == .failed && end.details.status == .rejected)
        #expect(end.statusReasonCode == .rejectedByUser && end.statusReasonMessage == "Not today")
        #expect(throws: PixTestMisuse.self) { try shop.server.approve(url) }
    }

    @Test func aCallbackThatTheBankDidNotMakeIsRefused() async throws {
        let shop = Shop()
        let client = shop.client()
        let created = try await client.createEnrollment(try shop.newEnrollment())
        let callback = try shop.server.approve(try #require(created.details.redirectURL))
        let forged = callback.replacingOccurrences(of: "&code=", with: "&code=x")
        #expect(try await client.completeRedirection(callbackURL: forged).statusReasonCode == .redirectionFailed)
        let again = await pixError { _ = try await client.completeRedirection(callbackURL: callback) }
        #expect(again?.code == .conflict)
        let stranger = "\(Shop.callback)?state=unknown&code=c&id_token=t"
        #expect(await pixError { _ = try await client.completeRedirection(callbackURL: stranger) }?.status == 404)
    }

    @Test func anApprovalThatNobodyGaveIsRefused() async throws {
        let shop = Shop()
        let client = shop.client()
        let created = try await client.createEnrollment(try shop.newEnrollment())
        shop.server.setBank { $0.redirection = .straightBack }
        let other = try await client.createEnrollment(
            NewEnrollment(
                customer: try Shop.payer(),
                institution: shop.server.institutions[1].id,
                accountTenure: Shop.tenure,
                callbackURL: try #require(CallbackURL(Shop.callback))
            )
        )
        #expect(created.details.redirectURL?.hasPrefix("https://bank.chave.test/") == true)
        #expect(other.details.redirectURL?.hasPrefix(Shop.callback) == true)
        #expect(throws: PixTestMisuse.self) { try shop.server.approve("https://bank.chave.test/authorize") }
    }

    @Test func signalsThatTheBankRefusesEndTheEnrollmentAtOnce() async throws {
        let shop = Shop()
        shop.server.setBank { $0.acceptsRiskSignals = false }
        let created = try await shop.client().createEnrollment(try shop.newEnrollment())
        #expect(created.status == .failed && created.statusReasonCode == .riskSignalsRejected)
        #expect(created.details.redirectURL == nil)
    }

    @Test func aBankWithoutOptionsIsGivenUpAfterFiveMinutes() async throws {
        let shop = Shop()
        shop.server.setBank { $0.optionsAfterMilliseconds = nil }
        let client = shop.client()
        let id = try await shop.approved(client)
        let code = await pixError { _ = try await client.registrationOptions(id) }?.code
        #expect(code == .timedOut || code == .enrollmentEnded)
        shop.server.clock.advance(milliseconds: 300_000)
        #expect(try await client.enrollment(id).statusReasonCode == .institutionUnavailable)
    }

    @Test func aBankMayRefuseAGoodCredential() async throws {
        let shop = Shop()
        shop.server.setBank { $0.verdict = .refuses(.institutionPolicy) }
        let client = shop.client()
        let id = try await shop.approved(client)
        let credential = try await client.makeCredential(try await client.registrationOptions(id))
        let end = try await client.confirmEnrollment(id, credential)
        #expect(end.status == .failed && end.statusReasonCode == .institutionPolicy)
    }

    @Test func aBankThatNeverDecidesLosesTheEnrollmentAfterTwoMinutes() async throws {
        let shop = Shop()
        shop.server.setBank { $0.verdict = .neverAnswers }
        let client = shop.client()
        let id = try await shop.approved(client)
        let credential = try await client.makeCredential(try await client.registrationOptions(id))
        _ = try? await client.confirmEnrollment(id, credential)
        shop.server.clock.advance(milliseconds: 120_000)
        #expect(try await client.enrollment(id).statusReasonCode == .institutionUnavailable)
        #expect(throws: PixTestMisuse.self) { try shop.server.decide(id, .accepts) }
    }

    @Test func aPaymentMayFailAtSettlement() async throws {
        let shop = Shop()
        shop.server.setBank { $0.settlement = .fails(.insufficientFunds) }
        let client = shop.client()
        let enrollment = try await shop.enrolled(client)
        let end = try await shop.pay(client, from: enrollment)
        #expect(end.status == .failed && end.failureCode == .insufficientFunds)
        #expect(end.charges.map(\.failureCode) == [.insufficientFunds])
    }

    @Test func aPaymentThatIsNeverSettledStaysProcessingUntilTheTestSettlesIt() async throws {
        let shop = Shop()
        shop.server.setBank { $0.settlement = .neverAnswers }
        let client = shop.client()
        let enrollment = try await shop.enrolled(client)
        let end = try await shop.pay(client, from: enrollment)
        #expect(end.status == .processing)
        try shop.server.settle(end.id, .fails(.riskRefused))
        #expect(try await client.paymentIntent(end.id).failureCode == .riskRefused)
        #expect(throws: PixTestMisuse.self) { try shop.server.settle(end.id, .settles) }
    }

    @Test func aConsentThatNobodyApprovesLapses() async throws {
        let shop = Shop()
        let client = shop.client()
        let intent = try await client.createPaymentIntent(try shop.order(try await shop.enrolled(client)))
        shop.server.clock.advance(milliseconds: 299_999)
        #expect(try await client.paymentIntent(intent.id).status == .pending)
        shop.server.clock.advance(milliseconds: 1)
        #expect(try await client.paymentIntent(intent.id).failureCode == .consentExpired)
    }

    @Test func aRevokedEnrollmentPaysNoMore() async throws {
        let shop = Shop()
        let client = shop.client()
        let enrollment = try await shop.enrolled(client)
        let intent = try await client.createPaymentIntent(try shop.order(enrollment))
        try shop.server.revoke(enrollment)
        #expect(try await client.paymentIntent(intent.id).failureCode == .enrollmentRevoked)
        let read = try await client.enrollment(enrollment)
        #expect(read.status == .canceled && read.statusReasonCode == .revokedByInstitution)
        let refused = await pixError { _ = try await client.createPaymentIntent(try shop.order(enrollment)) }
        #expect(refused?.items.first?.field == "payment_method_details.open_finance_biometric_pix.enrollment")
    }

    @Test func whatIsCancelledStaysCancelled() async throws {
        let shop = Shop()
        let client = shop.client()
        let enrollment = try await shop.enrolled(client)
        let intent = try await client.createPaymentIntent(try shop.order(enrollment))
        #expect(try await client.cancelPaymentIntent(intent.id).status == .canceled)
        #expect(try await client.cancelEnrollment(enrollment).status == .canceled)
        #expect(try await client.cancelEnrollment(enrollment).statusReasonCode == .revokedByUser)
        let paid = Shop()
        let payer = paid.client()
        let end = try await paid.pay(payer, from: try await paid.enrolled(payer))
        #expect(await pixError { _ = try await payer.cancelPaymentIntent(end.id) }?.code == .conflict)
    }
}
