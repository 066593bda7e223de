import Testing

@testable import LoadGenerator

@Suite struct ArrivalsTests {
    @Test func whatWasDueBeforeADeviceWasFreeHasWaited() async {
        let arrivals = Arrivals()
        arrivals.add(1)
        arrivals.add(2)
        #expect(await arrivals.take() == Arrivals.Arrival(due: 1, waited: true))
        #expect(await arrivals.take() == Arrivals.Arrival(due: 2, waited: true))
    }

    /// Whoever comes first: the device, or the payment.
    @Test func aDeviceAndAPaymentMeet() async {
        for due in Int64(0)..<200 {
            let arrivals = Arrivals()
            async let taken = arrivals.take()
            arrivals.add(due)
            #expect(await taken?.due == due)
        }
    }

    @Test func whoWaitsWhenItClosesGetsNothing() async {
        let arrivals = Arrivals()
        async let taken = arrivals.take()
        await Task.yield()
        arrivals.close()
        #expect(await taken == nil)
        #expect(await arrivals.take() == nil)
        arrivals.add(7)
        #expect(arrivals.abandon() == [])
    }

    @Test func whatIsDueIsStillTakenAfterTheEnd() async {
        let arrivals = Arrivals()
        for due in Int64(0)..<5 { arrivals.add(due) }
        arrivals.close()
        #expect(await arrivals.take()?.due == 0)
        #expect(arrivals.abandon() == [1, 2, 3, 4])
        #expect(await arrivals.take() == nil)
    }

    @Test func aLineIsFirstInFirstOut() {
        var line = Line<Int>()
        var (next, expected) = (0, 0)
        for round in 0..<4_000 {
            for _ in 0...(round % 3) {
                line.append(next)
                next += 1
            }
            #expect(line.popFirst() == expected)
            expected += 1
        }
        #expect(line.count == next - expected)
        #expect(line.removeAll() == Array(expected..<next))
        #expect(line.isEmpty && line.popFirst() == nil)
    }
}
