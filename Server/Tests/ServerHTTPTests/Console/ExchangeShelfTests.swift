import ChaveBase
import ChavePixModel
import Console
import OpenFinanceClient
import Testing

@testable import ServerHost

/// Which exchanges are kept, and in which order.
@Suite struct ExchangeShelfTests {
    private static let intent = PaymentIntentID(high: 1, low: 1)

    private func account(_ name: String, of object: String? = intent.text) -> WireAccount {
        WireAccount(
            at: Timestamp(seconds: 1_800_000_000),
            object: object,
            institution: nil,
            name: name,
            interactionID: "i",
            seconds: 0.0126,
            status: 201,
            verdict: "answered"
        )
    }

    @Test func eachObjectHasItsOwnInTheirOrder() async {
        let shelf = ExchangeShelf()
        let enrollment = EnrollmentID(high: 1, low: 2)
        shelf.put(account("first"))
        shelf.put(account("another's", of: enrollment.text))
        shelf.put(account("nobody's", of: nil))
        shelf.put(account("second"))
        let found = await shelf.exchanges(of: .payment(Self.intent))
        #expect(found.map(\.name) == ["first", "second"])
        #expect(found.first?.milliseconds == 13 && found.first?.status == 201)
        #expect(await shelf.exchanges(of: .enrollment(enrollment)).map(\.name) == ["another's"])
        #expect(await shelf.exchanges(of: .delivery(WebhookDeliveryID(high: 1, low: 1))) == [])
    }

    @Test func theOldestMakeRoom() async {
        let shelf = ExchangeShelf(most: 3)
        for number in 1...8 { shelf.put(account("\(number)")) }
        #expect(await shelf.exchanges(of: .payment(Self.intent)).map(\.name) == ["6", "7", "8"])
    }
}
