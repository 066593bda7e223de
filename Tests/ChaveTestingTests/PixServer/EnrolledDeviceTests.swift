import ChaveBase
import ChaveDeviceKeys
import ChavePix
import ChavePixModel
import ChaveTesting
import Testing

/// A device that has enrolled before its first request.
struct EnrolledDeviceTests {
    @Test func itPaysAtOnceAndIsTheSameDeviceEachTime() async throws {
        let shop = Shop()
        let enrollment = try shop.server.enroll(shop.authenticator, shop.store)
        #expect(shop.server.requests.isEmpty && shop.authenticator.questions.isEmpty)
        let client = shop.client()
        #expect(try await client.enrollments(deviceID: try await client.deviceID()).map(\.id) == [enrollment])
        for _ in 0..<2 { #expect(try await shop.pay(shop.client(), from: enrollment).status == .succeeded) }
        #expect(try await client.cancelEnrollment(enrollment).status == .canceled)
    }

    @Test func anotherDeviceAndAnotherPayerDoNotHaveIt() async throws {
        let shop = Shop()
        let enrollment = try shop.server.enroll(shop.authenticator, shop.store)
        let other = PixClient(configuration: .testing(shop.server, seed: 2))
        #expect(await pixError { _ = try await other.enrollment(enrollment) }?.status == 404)
        var order = try shop.order(enrollment)
        let someone = try #require(TaxIdentifier(punctuated: "111.444.777-35"))
        order.customer = .person(identifier: someone, name: nil, externalID: nil)
        let refused = await pixError { _ = try await shop.client().createPaymentIntent(order) }
        #expect(refused?.code == .invalidParameters)
    }

    @Test func whereItCannotBeItSaysSo() {
        let shop = Shop()
        shop.store.fail(DeviceKeyError(.store, "The disk is full."))
        #expect(throws: PixTestMisuse.self) { try shop.server.enroll(shop.authenticator, shop.store) }
        shop.store.fail(nil)
        shop.server.setInstitutions([])
        #expect(throws: PixTestMisuse.self) { try shop.server.enroll(shop.authenticator, shop.store) }
        #expect(shop.server.enrollments.isEmpty)
    }
}
