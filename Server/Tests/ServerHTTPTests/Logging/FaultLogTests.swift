import Logging
import Synchronization
import Testing

@testable import ServerHost

/// Faults that come again and again, over given times.
struct FaultLogTests {
    /// Milliseconds, what happens then, and what is said.
    @Test func eachKindIsSaidAtOnceAndThenOnceAMinute() {
        var repetitions = Repetitions()
        let steps: [(Int64, String, Int?)] = [
            (0, "away", 1), (500, "away", nil), (1_000, "refused", 1), (59_999, "away", nil), (60_000, "away", 3),
            (60_500, "away", nil), (61_000, "refused", 1), (200_000, "away", 2), (200_000, "away", nil),
        ]
        for (time, kind, said) in steps {
            #expect(repetitions.count(kind, at: time) == said, "\(kind) at \(time)")
        }
    }

    /// A database that is away for a minute, looked for twice a second by the feed of changes.
    @Test func aFaultThatLastsIsFewLines() throws {
        let lines = Mutex<[String]>([])
        let time = Mutex<Int64>(0)
        let logger = Logger(label: "test") { _ in
            JSONLogHandler(now: { TestClock.beginning }, write: { line in lines.withLock { $0.append(line) } })
        }
        let log = FaultLog(logger: logger, metadata: ["store": "payments"]) { time.withLock { $0 } }
        for _ in 0..<121 {
            log.note("changes not read", kind: "connectionLost")
            time.withLock { $0 += 500 }
        }
        let said = lines.withLock { $0 }
        #expect(said.count == 2)
        #expect(said.allSatisfy { $0.contains(#""error":"connectionLost""#) && $0.contains(#""store":"payments""#) })
        #expect(said.last?.contains(#""count":"120""#) == true, "\(said)")
    }
}
