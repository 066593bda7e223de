import ChaveBase
import ChavePixModel
import PaymentsCore
import ServerTestSupport
import Testing

@testable import Webhooks

/// When a process looks for what is due: an attempt's end is no reason where nothing waits for it.
@Suite struct DeliveryLookTests {
    private let start = StorageSample.start
    private let endpoint = StorageSample(1).endpoint(1).id
    private let other = StorageSample(1).endpoint(2).id
    private let url = "https://a.example"

    private func delivery(_ number: UInt64) -> WebhookDeliveryID {
        .version7(at: start, random: (0..<8).map { UInt8(truncatingIfNeeded: number >> (8 * UInt64($0))) })
    }

    private func due(_ id: WebhookID, _ count: Int) -> DueEndpoint { DueEndpoint(id: id, url: url, count: count) }

    /// Places in which the last look found `found` for the endpoint and took `taken`.
    private func places(found: Int, taken: Int) -> DeliveryPlaces {
        let places = DeliveryPlaces()
        places.take(delivery(1), of: endpoint)
        let again = places.note(
            found == 0 ? [] : [due(endpoint, found)],
            takenOf: Array(repeating: endpoint, count: taken),
            endedBefore: places.ended
        )
        #expect(!again, "no attempt ended meanwhile")
        return places
    }

    @Test(arguments: [
        (0, 0, true, false), (1, 1, true, false), (4, 4, true, false), (1, 2, true, false), (1, 0, true, true),
        (5, 4, true, true), (0, 0, false, true), (1, 1, false, true), (0, 0, nil, true), (1, 1, nil, true),
    ])
    func anEndIsAReasonToLookWhereSomethingIsLeftOrNotSent(
        _ found: Int,
        _ taken: Int,
        _ isSuccess: Bool?,
        _ looks: Bool
    ) {
        let places = places(found: found, taken: taken)
        #expect(places.leave(delivery(1), isSuccess: isSuccess) == looks)
    }

    /// The look saw the delivery that the end made free as waiting behind it.
    @Test func anEndDuringALookThatLeavesSomethingIsAReasonToLookAgain() {
        let places = DeliveryPlaces()
        places.take(delivery(1), of: endpoint)
        let before = places.ended
        #expect(!places.leave(delivery(1), isSuccess: true), "nothing was left so far")
        #expect(places.note([due(endpoint, 1)], takenOf: [], endedBefore: before))
        #expect(!places.note([due(endpoint, 1)], takenOf: [], endedBefore: places.ended))
        #expect(!places.note([due(endpoint, 1)], takenOf: [endpoint], endedBefore: before))
    }

    @Test func whatIsLeftOfOneEndpointIsLookedForAtTheEndOfAnothersAttempt() {
        let places = DeliveryPlaces()
        places.take(delivery(1), of: endpoint)
        #expect(!places.note([due(endpoint, 1), due(other, 2)], takenOf: [endpoint, other], endedBefore: 0))
        #expect(places.leave(delivery(1), isSuccess: true))
    }

    @Test func aLookThatFailedMayHaveLeftAnything() {
        let places = places(found: 1, taken: 1)
        places.noteFailure()
        #expect(places.leave(delivery(1), isSuccess: true))
    }

    /// It is over with time, and the look of each second finds that.
    @Test func whatRestsIsNoReason() {
        let places = DeliveryPlaces()
        places.take(delivery(1), of: other)
        places.rest(endpoint, at: url, until: start.adding(seconds: 60))
        #expect(!places.note([due(endpoint, 3)], takenOf: [], endedBefore: 0))
        #expect(!places.leave(delivery(1), isSuccess: true))
    }

    @Test func anEndpointThatFailedHasOnePlaceUntilItIsForgotten() {
        let places = DeliveryPlaces()
        places.take(delivery(1), of: endpoint)
        _ = places.leave(delivery(1), isSuccess: false)
        #expect(places.free(for: [due(endpoint, 9)], at: start).places == [endpoint: DeliveryPlaces.perFailingEndpoint])
        places.forget(endpoint)
        #expect(places.free(for: [due(endpoint, 9)], at: start).places == [endpoint: DeliveryPlaces.perEndpoint])
    }
}
