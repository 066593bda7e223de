import Foundation

/// How long something takes, and how often a second it can be done.
struct Measurement {
    var name: String
    var operations: Int
    var seconds: Double
    /// Of all cores, in the whole process.
    var processorSeconds: Double
    /// The same, until all that was begun is at rest; 0 where nothing goes on after the answer.
    var wholeProcessorSeconds = 0.0
    /// What was done beneath, by name.
    var counts: [String: Double] = [:]
    /// Of each operation, in microseconds; empty where they were not timed one by one.
    var latencies: [Double] = []

    var perSecond: Double { Double(operations) / seconds }

    /// Of one core that does nothing else; what else runs on the machine changes it least.
    var perProcessorSecond: Double { Double(operations) / processorSeconds }

    func percentile(_ share: Double) -> Double {
        guard !latencies.isEmpty else { return 0 }
        let sorted = latencies.sorted()
        return sorted[min(sorted.count - 1, Int((Double(sorted.count) * share).rounded(.down)))]
    }
}

enum Stopwatch {
    /// What this process has used of all cores so far.
    static var processorSeconds: Double {
        var time = timespec()
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }

    /// Runs `body` for about `seconds`, `batch` at a time.
    static func rate(_ name: String, seconds: Double, batch: Int = 64, _ body: () throws -> Void) rethrows
        -> Measurement
    {
        let clock = ContinuousClock()
        let (start, processor) = (clock.now, processorSeconds)
        var operations = 0
        while (clock.now - start) / .seconds(1) < seconds {
            for _ in 0..<batch { try body() }
            operations += batch
        }
        return Measurement(
            name: name,
            operations: operations,
            seconds: (clock.now - start) / .seconds(1),
            processorSeconds: processorSeconds - processor
        )
    }

    /// The same for an operation that repeats itself.
    static func rate(_ operation: Operation, seconds: Double, batch: Int = 64) async throws -> Measurement {
        try await operation.repeated(1)
        let clock = ContinuousClock()
        let (start, processor) = (clock.now, processorSeconds)
        var operations = 0
        while (clock.now - start) / .seconds(1) < seconds {
            try await operation.repeated(batch)
            operations += batch
        }
        return Measurement(
            name: operation.name,
            operations: operations,
            seconds: (clock.now - start) / .seconds(1),
            processorSeconds: processorSeconds - processor
        )
    }
}
