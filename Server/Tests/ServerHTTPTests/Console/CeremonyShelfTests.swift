import ChaveBase
import ChavePixModel
import ChaveWire
import Console
import PaymentsCore
import PaymentsModel
import Testing

@testable import ServerHost

/// How much is kept, of whom, and in which order.
@Suite struct CeremonyShelfTests {
    private static func enrollment(_ number: UInt64) -> EnrollmentID { EnrollmentID(high: 1, low: number) }

    private static func account(
        of number: UInt64,
        second: Int64 = 0,
        clientData: Int = 10,
        refusal: String? = nil
    ) -> CeremonyAccount {
        CeremonyAccount(
            object: .enrollment(enrollment(number)),
            at: Timestamp(microseconds: second * 1_000_000),
            relyingPartyID: "banco.example",
            origins: ["https://banco.example"],
            challenge: Octets(Array(0..<16)),
            userVerification: "required",
            answer: .registration(
                RegistrationCredential(
                    rawID: [1, 2, 3],
                    authenticatorAttachment: "platform",
                    attestationObject: [4],
                    clientDataJSON: Array(repeating: 5, count: clientData)
                ),
                algorithms: [-7]
            ),
            refusal: refusal
        )
    }

    @Test func theNewestOfAnObjectComesFirst() async {
        let shelf = CeremonyShelf()
        shelf.put(Self.account(of: 1, second: 1, refusal: "challenge_mismatch"))
        shelf.put(Self.account(of: 2, second: 2))
        shelf.put(Self.account(of: 1, second: 3))
        let found = await shelf.ceremonies(of: .enrollment(Self.enrollment(1)))
        #expect(found.map(\.at.microseconds) == [3_000_000, 1_000_000])
        #expect(found.map(\.refusal) == [nil, "challenge_mismatch"])
        #expect(found.first?.request["credential"]?["rawId"] == "AQID")
    }

    @Test func anotherObjectHasNone() async {
        let shelf = CeremonyShelf()
        shelf.put(Self.account(of: 1))
        #expect(await shelf.ceremonies(of: .payment(PaymentIntentID(high: 1, low: 1))).isEmpty)
        #expect(await shelf.ceremonies(of: .delivery(WebhookDeliveryID(high: 1, low: 1))).isEmpty)
    }

    @Test func whatIsOlderMakesRoomByNumber() async {
        let shelf = CeremonyShelf(mostCeremonies: 3)
        for number in 1...5 { shelf.put(Self.account(of: UInt64(number))) }
        #expect(await Self.kept(shelf, 1...5) == [3, 4, 5])
    }

    @Test func whatIsOlderMakesRoomByBytes() async {
        // Each has some 40,000 bytes as base64url.
        let shelf = CeremonyShelf(mostBytes: 100_000)
        for number in 1...5 { shelf.put(Self.account(of: UInt64(number), clientData: 30_000)) }
        #expect(await Self.kept(shelf, 1...5) == [4, 5])
        shelf.put(Self.account(of: 6))
        #expect(await Self.kept(shelf, 1...6) == [4, 5, 6])
    }

    /// It would push all others out and not find room itself.
    @Test func oneThatIsLargerThanTheRoomIsNotKept() async {
        let shelf = CeremonyShelf(mostBytes: 100_000)
        shelf.put(Self.account(of: 1))
        shelf.put(Self.account(of: 2, clientData: 100_000))
        #expect(await Self.kept(shelf, 1...2) == [1])
    }

    @Test func manyAtOnceKeepTheBounds() async {
        let shelf = CeremonyShelf(mostCeremonies: 50, mostBytes: 100_000)
        await withTaskGroup(of: Void.self) { group in
            for number in 1...400 {
                group.addTask { shelf.put(Self.account(of: UInt64(number), clientData: number)) }
            }
        }
        let kept = await Self.kept(shelf, 1...400)
        #expect((1...50).contains(kept.count))
    }

    private static func kept(_ shelf: CeremonyShelf, _ numbers: ClosedRange<UInt64>) async -> [UInt64] {
        var kept: [UInt64] = []
        for number in numbers where await !shelf.ceremonies(of: .enrollment(enrollment(number))).isEmpty {
            kept.append(number)
        }
        return kept
    }
}
