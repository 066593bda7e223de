public import ChaveBase
public import PostgresClient
import Synchronization

/// The clock of the database that several nodes share, so that no node uses its own clock.
///
/// The initializer and ``measure()`` measure it. Between two measurements, a clock of this process that nobody sets
/// carries it on. A database that does not answer leaves it as it is. `ClockCourse` has its rules.
public final class DatabaseClock: Sendable {
    /// The size of a measurement's correction.
    public enum Correction: Hashable, Sendable {
        /// A correction below the measurement's error or below one second: the time never moved back.
        case unbroken
        /// A correction of more than one second, forward or back: the database is on another machine, or its clock was
        /// set.
        case jumped(milliseconds: Int64)
    }

    private let pool: PostgresPool
    private let uptimeMicroseconds: @Sendable () -> Int64
    private let course: Mutex<State>

    private struct State {
        var course: ClockCourse
        var measuredAt: Int64
    }

    /// The number of questions in a measurement: the shortest round trip is the most exact.
    private static let questions = 5

    /// `uptimeMicroseconds` is a clock of this process that nobody sets and that goes on while the machine sleeps.
    ///
    /// - Throws: `PostgresError` where the database does not return its time.
    public init(over pool: PostgresPool, uptimeMicroseconds: @escaping @Sendable () -> Int64) async throws {
        self.pool = pool
        self.uptimeMicroseconds = uptimeMicroseconds
        let samples = try await Self.samples(over: pool, uptimeMicroseconds)
        guard let course = ClockCourse(samples) else {
            throw PostgresError(.unreadableAnswer, explanation: "the database's clock shows no time that can be")
        }
        self.course = Mutex(State(course: course, measuredAt: uptimeMicroseconds()))
    }

    /// The database's time, as far as this process knows.
    public func now() -> Timestamp {
        // The lock covers the reading of the process's own clock: no caller receives an earlier time after a later one.
        course.withLock { $0.course.reading(at: uptimeMicroseconds()) }
    }

    /// Measures the database's clock again.
    ///
    /// - Throws: `PostgresError` where the database did not answer; the clock goes on as it was.
    public func measure() async throws -> Correction {
        let samples = try await Self.samples(over: pool, uptimeMicroseconds)
        let correction = course.withLock { state in
            let now = uptimeMicroseconds()
            state.measuredAt = samples.isEmpty ? state.measuredAt : now
            return state.course.take(samples, at: now)
        }
        guard case .jump(let microseconds) = correction else { return .unbroken }
        return .jumped(milliseconds: microseconds / 1_000)
    }

    /// The age of the last measurement, in seconds.
    public var ageSeconds: Double {
        course.withLock { Double(max(0, uptimeMicroseconds() - $0.measuredAt)) / 1_000_000 }
    }

    /// Asks one question after the other on one connection, where only the network is between question and answer.
    private static func samples(
        over pool: PostgresPool,
        _ uptimeMicroseconds: @escaping @Sendable () -> Int64
    ) async throws -> [ClockSample] {
        try await pool.retrying { left in
            try await pool.blockingTransaction(.reads, within: left) { session in
                try (0..<questions).compactMap { _ in
                    let askedAt = uptimeMicroseconds()
                    let answer = try session.run([question]).first?.rows.first
                    let answeredAt = uptimeMicroseconds()
                    var columns = PostgresColumns(answer ?? [])
                    let said = Timestamp(microseconds: try columns.integer())
                    return ClockSample(askedAt: askedAt, answeredAt: answeredAt, said: said)
                }
            }
        }
    }

    private static let question = PostgresStatement(
        "SELECT CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000000 AS BIGINT)"
    )
}
