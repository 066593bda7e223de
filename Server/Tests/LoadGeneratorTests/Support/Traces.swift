@testable import LoadGenerator

/// Payments and results for tests, in milliseconds.
enum Traces {
    static let span = LoadSpan(warmUpSeconds: 1, seconds: 2)

    /// A payment that took so long from each step to the next.
    static func paid(
        due: Int64,
        create: Int64 = 10,
        sign: Int64 = 1,
        authorize: Int64 = 20,
        settle: Int64 = 5
    ) -> PaymentTrace {
        var trace = PaymentTrace(due: due * 1_000_000, began: due * 1_000_000)
        trace.created = trace.due + create * 1_000_000
        trace.signed = trace.due + (create + sign) * 1_000_000
        trace.authorized = trace.due + (create + sign + authorize) * 1_000_000
        trace.ended = trace.due + (create + sign + authorize + settle) * 1_000_000
        trace.requests = 3
        return trace
    }

    static func failed(due: Int64, after milliseconds: Int64 = 10, _ failure: PaymentFailure) -> PaymentTrace {
        var trace = PaymentTrace(due: due * 1_000_000, began: due * 1_000_000)
        trace.ended = trace.due + milliseconds * 1_000_000
        trace.failure = failure
        trace.requests = 1
        return trace
    }

    /// A good run of 2 seconds at 50 payments a second.
    static func result(_ change: (inout Tally) -> Void = { _ in }) -> LoadResult {
        var tally = Tally(span: span)
        for number in Int64(0)..<150 { tally.record(paid(due: number * 20, create: 10 + number % 7)) }
        change(&tally)
        return LoadResult(
            plan: LoadPlan(pace: .rate(50), devices: 20, span: span),
            tally: tally,
            seconds: 2,
            processorSeconds: 0.2
        )
    }
}
