/// The failures that a test has ordered and that have not happened yet, in order.
struct TestOrders<Call: Hashable & Sendable, Failure: Sendable>: Sendable {
    private var all: [(call: Call, failure: Failure)] = []

    /// The calls of all open failures.
    var calls: [Call] { all.map(\.call) }

    /// Adds failures after the earlier ones for the same call.
    mutating func order(_ failure: Failure, for call: Call, times: Int) {
        for _ in 0..<max(0, times) { all.append((call, failure)) }
    }

    /// Removes and returns the next failure for this call.
    mutating func take(_ call: Call?) -> Failure? {
        all.firstIndex { $0.call == call }.map { all.remove(at: $0).failure }
    }
}
