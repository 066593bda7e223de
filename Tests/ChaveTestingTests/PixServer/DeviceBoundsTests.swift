import ChaveBase
import ChavePix
import ChavePixModel
import ChaveTesting
import ChaveWire
import Testing

/// What the server keeps a device from, the test server does too.
struct DeviceBoundsTests {
    @Test func aDeviceGivesAPayerNoExternalID() async throws {
        let shop = Shop()
        let client = shop.client()
        let person = CustomerReference.person(
            identifier: try #require(TaxIdentifier(punctuated: Shop.cpf)),
            name: nil,
            externalID: "cliente-1"
        )
        var order = try shop.order(try await shop.enrolled(client))
        order.customer = person
        let refused = order
        let error = await pixError { _ = try await client.createPaymentIntent(refused) }
        #expect(error?.items.first?.field == "customer.external_id" && error?.items.first?.code == .invalid)
    }

    @Test func aDeviceHasTenEnrollmentsPending() async throws {
        let shop = Shop()
        let client = shop.client()
        var last: EnrollmentID?
        for _ in 0..<10 { last = try await client.createEnrollment(try shop.newEnrollment()).id }
        let new = try shop.newEnrollment()
        #expect(await pixError { _ = try await client.createEnrollment(new) }?.code == .conflict)
        _ = try await client.cancelEnrollment(try #require(last))
        #expect(try await client.createEnrollment(new).status == .pending)
    }

    @Test func aDevicesNotesAreShort() async throws {
        let shop = Shop()
        let client = shop.client()
        var order = try shop.order(try await shop.enrolled(client))
        var notes = Metadata()
        for number in 0..<5 { notes["n\(number)"] = String(repeating: "a", count: 400) }
        order.metadata = notes
        let short = order
        #expect(try await client.createPaymentIntent(short).metadata == notes)
        notes["n5"] = "a"
        order.metadata = notes
        let long = order
        let error = await pixError { _ = try await client.createPaymentIntent(long) }
        #expect(error?.items.first?.field == "metadata" && error?.items.first?.code == .tooLong)
    }

    @Test func aCustomersIDTellsNoTime() async throws {
        let shop = Shop()
        let made = try await shop.client().createEnrollment(try shop.newEnrollment())
        #expect(made.details.customer.high >> 12 & 0xF == 4)
        #expect(made.createdByType == .sdk)
    }
}
