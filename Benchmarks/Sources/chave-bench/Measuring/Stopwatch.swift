import Foundation

/// The duration of an operation and its rate per second.
struct Measurement {
    var name: String
    var operations: Int
    var seconds: Double
    /// The processor time of the whole process on all cores.
    var processorSeconds: Double
    /// The same until all started work has ended; 0 where no work continues after the response.
    var wholeProcessorSeconds = 0.0
    /// The number of underlying operations, by name.
    var counts: [String: Double] = [:]
    /// The latency of each operation in microseconds; empty when they were not timed one by one.
    var latencies: [Double] = []

    var perSecond: Double { Double(operations) / seconds }

    /// The rate of one core that does nothing else; other load on the machine changes this value least.
    var perProcessorSecond: Double { Double(operations) / processorSeconds }

    func percentile(_ share: Double) -> Double {
        guard !latencies.isEmpty else { return 0 }
        let sorted = latencies.sorted()
        return sorted[min(sorted.count - 1, Int((Double(sorted.count) * share).rounded(.down)))]
    }
}

enum Stopwatch {
    /// The processor time of this process on all cores so far.
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

    /// Runs an operation that repeats itself for about `seconds`.
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
