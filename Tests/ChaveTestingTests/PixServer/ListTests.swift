import ChaveBase
import ChavePix
import ChavePixModel
import ChaveTesting
import Testing

/// Lists, pages and what is written down.
struct ListTests {
    @Test func aLongListComesInPagesAndIsWhole() async throws {
        let shop = Shop()
        let client = shop.client()
        shop.server.setLongestPage(2)
        var ids: [EnrollmentID] = []
        for _ in 0..<5 { ids.append(try await client.createEnrollment(try shop.newEnrollment()).id) }
        let listed = try await client.enrollments(deviceID: try await client.deviceID())
        #expect(listed.map(\.id) == ids.reversed())
        #expect(shop.server.count(of: .listEnrollments) == 3)
        #expect(try await client.enrollments(deviceID: "another").isEmpty)
    }

    @Test func aBankThatIsGoneTakesNoEnrollment() async throws {
        let shop = Shop()
        let new = try shop.newEnrollment()
        shop.server.setInstitutions(Array(shop.server.institutions.dropFirst()))
        var named = new
        named.name = "Jequitibá"
        let error = await pixError { _ = try await shop.client().createEnrollment(named) }
        #expect(error?.items.first?.field == "details.institution")
        #expect(error?.items.first?.code == .doesNotExist)
    }

    @Test func anAccountThatIsNotKnownReceivesNothing() async throws {
        let shop = Shop()
        let client = shop.client()
        var order = try shop.order(try await shop.enrolled(client))
        let stranger = BankAccountID(high: 1, low: 2)
        order.paymentMethodDetails.beneficiaryBankAccount = stranger
        let refused = order
        #expect(
            await pixError { _ = try await client.createPaymentIntent(refused) }?.items.first?.field
                == "payment_method_details.open_finance_biometric_pix.beneficiary_bank_account"
        )
        shop.server.addBeneficiary(stranger)
        #expect(try await client.createPaymentIntent(refused).status == .pending)
    }

    @Test func oneLivePaymentAtATimeHasAnExternalID() async throws {
        let shop = Shop()
        let client = shop.client()
        var order = try shop.order(try await shop.enrolled(client))
        order.externalID = "order-7"
        let first = order
        let made = try await client.createPaymentIntent(first)
        order.description = "The same book"
        let second = order
        #expect(await pixError { _ = try await client.createPaymentIntent(second) }?.code == .conflict)
        _ = try await client.cancelPaymentIntent(made.id)
        #expect(try await client.createPaymentIntent(second).status == .pending)
    }

    @Test func aSecondPaymentLikeOneUnderWayIsAConflict() async throws {
        let shop = Shop()
        shop.server.setBank { $0.settlement = .neverAnswers }
        let client = shop.client()
        let enrollment = try await shop.enrolled(client)
        let first = try await shop.pay(client, from: enrollment)
        var again = try shop.order(enrollment)
        again.description = "The same book"
        let twin = again
        #expect(await pixError { _ = try await client.createPaymentIntent(twin) }?.code == .conflict)
        let other = try shop.order(enrollment, "12.35")
        #expect(try await client.createPaymentIntent(other).status == .pending)
        try shop.server.settle(first.id, .settles)
        #expect(try await client.createPaymentIntent(twin).status == .pending)
    }

    @Test func whatIsWrittenDownHoldsNothingSecret() async throws {
        let shop = Shop()
        let token = shop.server.makeAccessToken()
        let client = shop.client(token: token)
        let enrollment = try await shop.enrolled(client)
        _ = try await shop.pay(client, from: enrollment)
        let device = try await client.deviceID()
        _ = try await client.enrollments(deviceID: device)
        let written = "\(shop.server.requests) \(shop.store)"
        for secret in [token, "52998224725", device, "state=", "Bearer"] { #expect(!written.contains(secret)) }
        #expect(written.contains("POST /payments/br/payment-intents/\(shop.server.paymentIntents[0].id)/authorize/"))
        let posts = shop.server.requests.filter { $0.line.hasPrefix("POST") }
        #expect(posts.map(\.hasIdempotencyKey) == posts.map { _ in true })
    }
}
