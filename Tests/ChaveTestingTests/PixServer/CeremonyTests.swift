import ChaveDeviceKeys
import ChavePix
import ChavePixModel
import ChaveTesting
import Testing

/// The server verifies what a device makes: a defect in an app or in the SDK is caught here, as by a bank.
struct CeremonyTests {
    @Test func aWrongSignatureIsRefused() async throws {
        let shop = Shop()
        let client = shop.client()
        let enrollment = try await shop.enrolled(client)
        shop.authenticator.answerNext(.signsWrongly)
        let end = try await shop.pay(client, from: enrollment)
        #expect(end.status == .failed && end.failureCode == .biometricValidationError)
        #expect(try await shop.pay(client, from: enrollment).status == .succeeded, "the next one is right again")
    }

    @Test func aRegistrationForAnotherChallengeIsRefused() async throws {
        let shop = Shop()
        let client = shop.client()
        shop.authenticator.answerNext(.signsWrongly)
        let id = try await shop.approved(client)
        let credential = try await client.makeCredential(try await client.registrationOptions(id))
        let end = try await client.confirmEnrollment(id, credential)
        #expect(end.status == .failed && end.statusReasonCode == .fidoFailed)
    }

    @Test func anAssertionForAnotherPaymentIsRefused() async throws {
        let shop = Shop()
        let client = shop.client()
        let enrollment = try await shop.enrolled(client)
        let first = try await client.createPaymentIntent(try shop.order(enrollment))
        let second = try await client.createPaymentIntent(try shop.order(enrollment))
        let assertion = try await client.sign(try #require(first.paymentMethodInformation?.fidoOptions))
        let signals = try await client.collectRiskSignals(accountTenure: Shop.tenure)
        let end = try await client.authorize(second.id, assertion: assertion, riskSignals: signals)
        #expect(end.failureCode == .biometricValidationError)
    }

    @Test func theOriginOfAnotherPlaceIsRefused() async throws {
        let shop = Shop()
        let client = shop.client()
        let id = try await shop.approved(client)
        var options = try CredentialCreationOptions(json: try await client.registrationOptions(id).json)
        options.relyingPartyID = "bank.example"
        let credential = try await client.makeCredential(options)
        #expect(try await client.confirmEnrollment(id, credential).statusReasonCode == .fidoFailed)
    }

    @Test func theSameCredentialAgainIsAcceptedAndAnotherIsAConflict() async throws {
        let shop = Shop()
        let client = shop.client()
        let id = try await shop.approved(client)
        let options = try await client.registrationOptions(id)
        let (one, other) = (try await client.makeCredential(options), try await client.makeCredential(options))
        #expect(try await client.confirmEnrollment(id, one).status == .succeeded)
        #expect(try await client.confirmEnrollment(id, one).status == .succeeded)
        #expect(try await client.confirmEnrollment(id, other).status == .succeeded, "the conflict is read, not lost")
        #expect(shop.server.requests.filter { $0.call == .confirmEnrollment }.map(\.status) == [204, 204, 409])
    }

    @Test func aDeviceThatMadeNothingSeesNothing() async throws {
        let shop = Shop()
        let client = shop.client()
        let enrollment = try await shop.enrolled(client)
        let stranger = PixClient(
            accessToken: shop.server.makeAccessToken(),
            configuration: .testing(shop.server, seed: 2)
        )
        #expect(await pixError { _ = try await stranger.enrollment(enrollment) }?.code == .notFound)
        #expect(await pixError { _ = try await stranger.cancelEnrollment(enrollment) }?.code == .notFound)
        let order = try shop.order(enrollment)
        #expect(await pixError { _ = try await stranger.createPaymentIntent(order) }?.code == .notFound)
    }
}
