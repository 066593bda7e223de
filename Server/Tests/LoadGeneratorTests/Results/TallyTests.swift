import Testing

@testable import LoadGenerator

@Suite struct TallyTests {
    @Test func eachStepIsCountedFromTheOneBefore() {
        var tally = Tally(span: Traces.span)
        tally.record(Traces.paid(due: 1_500, create: 10, sign: 2, authorize: 30, settle: 4))
        #expect(tally.create.maximum == 10_000 && tally.sign.maximum == 2_000)
        #expect(tally.authorize.maximum == 30_000 && tally.payment.maximum == 46_000)
        #expect(tally.due == 1 && tally.succeeded == 1 && tally.failures.isEmpty)
    }

    /// A payment that had to wait for a device was late from the moment it was due.
    @Test func timesCountFromWhenItWasDue() {
        var tally = Tally(span: Traces.span)
        var trace = Traces.paid(due: 1_500, create: 500)
        trace.began = trace.due + 490_000_000
        tally.record(trace, waitedForDevice: true)
        #expect(tally.create.maximum == 500_000 && tally.waitedForDevice == 1)
    }

    @Test func theWarmUpIsNotMeasuredButIsOnTheServer() {
        var tally = Tally(span: Traces.span)
        tally.record(Traces.paid(due: 999))
        tally.record(Traces.failed(due: 3_000, PaymentFailure(.create, "x")))
        tally.recordLateness(5_000_000, of: 999_000_000)
        #expect(tally.due == 0 && tally.payment.count == 0 && tally.lateness.count == 0 && tally.failures.isEmpty)
        #expect(tally.all == Tally.All(withSucceeded: 1, failed: 1, requests: 4))
    }

    @Test func failuresAreCountedByReason() {
        var tally = Tally(span: Traces.span)
        let refused = PaymentFailure(.authorize, "conflict", status: 409)
        for due in Int64(1_000)..<1_003 { tally.record(Traces.failed(due: due, refused)) }
        tally.record(Traces.failed(due: 1_003, PaymentFailure(.create, "not_connected")))
        #expect(tally.failures == [refused: 3, PaymentFailure(.create, "not_connected"): 1])
        #expect(tally.due == 4 && tally.succeeded == 0 && tally.payment.count == 0)
    }

    /// What a server never answered is the slowest of all, and must not make the others look better.
    @Test func whatIsUnfinishedIsAmongTheTimes() {
        var tally = Tally(span: Traces.span)
        for due in Int64(1_000)..<1_009 { tally.record(Traces.paid(due: due)) }
        tally.record(Traces.failed(due: 1_009, after: 9_000, PaymentFailure(.unfinished, "settle")))
        #expect(tally.payment.count == 10 && tally.payment.percentile(100) == 9_000_000)
        #expect(tally.succeeded == 9)
    }

    /// Left out, a server that stands still would look better than one that is slow.
    @Test(arguments: [
        (PaymentFailure(.authorize, "timed_out"), true), (PaymentFailure(.settle, "no_end_in_time"), true),
        (PaymentFailure(.settle, "not_connected"), false),
        (PaymentFailure(.create, "field_invalid", status: 400), false),
    ])
    func whatRanOutOfTimeIsAmongTheTimes(_ failure: PaymentFailure, _ isAmongThem: Bool) {
        var tally = Tally(span: Traces.span)
        tally.record(Traces.failed(due: 1_500, after: 20_000, failure))
        #expect(tally.payment.count == (isAmongThem ? 1 : 0))
        #expect(tally.failures == [failure: 1])
    }

    @Test func whatEndsAfterTheRunWasEndedIsInNoSecond() {
        var tally = Tally(span: Traces.span)
        let first = Traces.paid(due: 1_100)
        let second = Traces.paid(due: 1_200)
        for trace in [first, second] { tally.record(trace, stoppedAt: second.ended) }
        #expect(tally.seconds == [.init(succeeded: 1, failed: 0)])
        #expect(tally.all.succeeded == 2)
    }

    @Test func secondsAreThoseInWhichPaymentsEnded() {
        var tally = Tally(span: Traces.span)
        for due in [900, 980, 1_100, 1_990, 2_950, 2_990] as [Int64] { tally.record(Traces.paid(due: due)) }
        tally.record(Traces.failed(due: 2_500, PaymentFailure(.create, "x")))
        #expect(tally.seconds == [.init(succeeded: 2, failed: 0), .init(succeeded: 2, failed: 1)])
    }

    @Test func lanesAddUp() {
        var (whole, one, other) = (Tally(span: Traces.span), Tally(span: Traces.span), Tally(span: Traces.span))
        for due in Int64(500)..<2_800 where due % 7 == 0 {
            let trace =
                due % 3 == 0 ? Traces.failed(due: due, PaymentFailure(.sign, "authenticator")) : Traces.paid(due: due)
            whole.record(trace, waitedForDevice: due % 2 == 0)
            whole.recordLateness(due, of: trace.due)
            if due % 5 == 0 {
                one.record(trace, waitedForDevice: due % 2 == 0)
                one.recordLateness(due, of: trace.due)
            } else {
                other.record(trace, waitedForDevice: due % 2 == 0)
                other.recordLateness(due, of: trace.due)
            }
        }
        one.add(other)
        #expect(one == whole)
    }
}

extension Tally.All {
    fileprivate init(withSucceeded succeeded: Int, failed: Int, requests: Int) {
        self.init()
        self.succeeded = succeeded
        self.failed = failed
        self.requests = requests
    }
}
