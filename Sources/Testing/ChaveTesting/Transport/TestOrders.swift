/// What a test has ordered to go wrong and has not happened yet, in the order of the orders.
struct TestOrders<Call: Hashable & Sendable, Failure: Sendable>: Sendable {
    private var all: [(call: Call, failure: Failure)] = []

    /// The calls that are still to fail.
    var calls: [Call] { all.map(\.call) }

    /// Behind what was ordered for the same call before.
    mutating func order(_ failure: Failure, for call: Call, times: Int) {
        for _ in 0..<max(0, times) { all.append((call, failure)) }
    }

    /// What is to happen to this request, which then has happened.
    mutating func take(_ call: Call?) -> Failure? {
        all.firstIndex { $0.call == call }.map { all.remove(at: $0).failure }
    }
}
