import Synchronization

/// Work that runs beside a check, so that a connector that never returns ends the check and not the run.
final class Pending<Value: Sendable>: Sendable {
    private let result = Mutex<Value?>(nil)

    init(_ work: @escaping @Sendable () async -> Value) {
        Task {
            let value = await work()
            self.result.withLock { $0 = value }
        }
    }

    var value: Value? { result.withLock(\.self) }

    /// The result, or `nil` when there is none in time.
    ///
    /// `meanwhile` is done again and again until then.
    func value(withinSeconds seconds: Int, _ meanwhile: () async -> Void = {}) async -> Value? {
        let end = ContinuousClock.now.advanced(by: .seconds(seconds))
        var looks = 0
        while ContinuousClock.now < end {
            if let value { return value }
            await meanwhile()
            looks += 1
            // Most work ends at once.
            if looks < 50 { await Task.yield() } else { try? await Task.sleep(for: .milliseconds(1)) }
        }
        return value
    }
}
