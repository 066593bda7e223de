import Foundation
import Testing

@testable import LoadGenerator

@Suite struct LatencyHistogramTests {
    private static let percents = [0, 1, 10, 25, 50, 75, 90, 95, 99, 99.9, 99.99, 100]

    /// Times as servers have them: many short ones and a long tail.
    private static func times(_ count: Int, seed: UInt64) -> [Int64] {
        var numbers = SeededNumbers(seed)
        return (0..<count).map { _ in
            let share = Double.random(in: 0..<1, using: &numbers)
            return Int64(800 / (1 - share) + Double.random(in: 0..<300, using: &numbers))
        }
    }

    /// The smallest time within which that share of the sorted times lies.
    private static func exact(_ percent: Double, of sorted: [Int64]) -> Int64 {
        let wanted = max(1, Int((percent / 100 * Double(sorted.count) - 1e-9).rounded(.up)))
        return sorted[wanted - 1]
    }

    @Test(arguments: [1, 2, 3, 10, 99, 100, 1_000, 20_000], [UInt64(1), 2, 3])
    func percentilesAreThoseOfTheSortedTimes(_ count: Int, _ seed: UInt64) {
        let times = LatencyHistogramTests.times(count, seed: seed)
        var histogram = LatencyHistogram()
        for time in times { histogram.record(time) }
        let sorted = times.sorted()
        for percent in LatencyHistogramTests.percents {
            let exact = LatencyHistogramTests.exact(percent, of: sorted)
            let found = histogram.percentile(percent)
            #expect(found >= exact && (found - exact) * 1_000 <= exact, "p\(percent) of \(count): \(found), \(exact)")
        }
        #expect(histogram.count == Int64(count))
        #expect(histogram.minimum == sorted.first && histogram.maximum == sorted.last)
        let mean = Double(times.reduce(0, +)) / Double(count)
        #expect(abs(histogram.mean - mean) < 1e-6 * mean)
    }

    @Test func nothingHasNoTimes() {
        let empty = LatencyHistogram()
        #expect(empty.percentile(50) == 0 && empty.minimum == 0 && empty.maximum == 0 && empty.mean == 0)
        #expect(empty.count(above: 0) == 0)
    }

    @Test func addedHistogramsAreOneOfAllTimes() {
        let times = LatencyHistogramTests.times(3_000, seed: 9)
        var (whole, left, right) = (LatencyHistogram(), LatencyHistogram(), LatencyHistogram())
        for (index, time) in times.enumerated() {
            whole.record(time)
            if index % 3 == 0 { left.record(time) } else { right.record(time) }
        }
        left.add(right)
        left.add(LatencyHistogram())
        for percent in LatencyHistogramTests.percents { #expect(left.percentile(percent) == whole.percentile(percent)) }
        #expect(left.count == whole.count && left.minimum == whole.minimum && left.maximum == whole.maximum)
    }

    @Test func whatIsOutOfRangeCountsAsTheNearest() {
        var histogram = LatencyHistogram()
        for time in [Int64.min, -1, 0, LatencyHistogram.longest + 1, .max] { histogram.record(time) }
        #expect(histogram.count == 5 && histogram.minimum == 0 && histogram.maximum == LatencyHistogram.longest)
        #expect(histogram.percentile(60) == 0 && histogram.percentile(61) == LatencyHistogram.longest)
        #expect(histogram.percentile(-5) == 0 && histogram.percentile(500) == LatencyHistogram.longest)
    }

    @Test func longerOnesAreCounted() {
        var histogram = LatencyHistogram()
        for time in Int64(1)...100 { histogram.record(time * 10) }
        #expect(histogram.count(above: 0) == 100)
        #expect(histogram.count(above: 500) == 50)
        #expect(histogram.count(above: 1_000) == 0)
    }

    // MARK: Coordinated omission

    /// One stall of 100 ms for a caller who asks each millisecond stands for a hundred waits of 100, 99, … 1 ms.
    @Test func theWaitsThatAStallHidesAreCounted() {
        var histogram = LatencyHistogram()
        histogram.record(100_000, askedEvery: 1_000)
        #expect(histogram.count == 100)
        #expect(histogram.minimum == 1_000 && histogram.maximum == 100_000)
        #expect(abs(histogram.percentile(50) - 50_000) <= 50)
        #expect(abs(histogram.mean - 50_500) < 1e-6)
        var plain = LatencyHistogram()
        plain.record(900, askedEvery: 1_000)
        plain.record(5_000, askedEvery: 0)
        #expect(plain.count == 2)
    }

    /// A server that stands still for a second: who asks by schedule sees it in the percentiles, who waits for each answer
    /// before the next question sees it once, and the correction brings both together.
    @Test func aStallIsInThePercentilesOfAnOpenLoop() {
        let (interval, stall, total) = (Int64(1_000), Int64(1_000_000), Int64(10_000_000))
        func answer(_ asked: Int64) -> Int64 { max(asked, stall) + 100 }
        var (open, closed, corrected) = (LatencyHistogram(), LatencyHistogram(), LatencyHistogram())
        for due in stride(from: 0, to: total, by: Int(interval)) { open.record(answer(due) - due) }
        var now: Int64 = 0
        while now < total {
            let time = answer(now) - now
            closed.record(time)
            corrected.record(time, askedEvery: interval)
            now = max(now + interval, answer(now))
        }
        #expect(open.count == 10_000 && closed.count < 9_002)
        #expect(closed.percentile(99) == 100, "the stall is one of nine thousand times")
        #expect(open.percentile(95) > 490_000 && open.percentile(99) > 890_000)
        for percent in [50, 90, 95, 99, 99.9] {
            let difference = abs(open.percentile(percent) - corrected.percentile(percent))
            #expect(difference <= 2 * interval, "p\(percent)")
        }
    }
}
