import ChaveBase
import PostgresClient
import PostgresTestSupport
import Synchronization
import Testing

@testable import PostgresNodes

/// The clock of a database, as two processes whose own clocks began at other moments know it.
@Suite(.timeLimit(.minutes(5))) struct DatabaseClockTests {
    /// This process's clock, begun as many seconds earlier.
    private static func uptime(begun seconds: Int64) -> @Sendable () -> Int64 {
        let start = ContinuousClock.now
        return { Int64(start.duration(to: .now) / .microseconds(1)) + seconds * 1_000_000 }
    }

    private static func said(_ pool: PostgresPool) async throws -> Timestamp {
        let sql = "SELECT CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000000 AS BIGINT)"
        let answer = try await pool.run(PostgresBatch(.reads, [PostgresStatement(sql)]))
        var columns = PostgresColumns(answer.first?.rows.first ?? [])
        return Timestamp(microseconds: try columns.integer())
    }

    private static func clock(_ pool: PostgresPool, begun seconds: Int64) async throws -> DatabaseClock {
        try await DatabaseClock(over: pool, uptimeMicroseconds: uptime(begun: seconds))
    }

    @Test func allProcessesReadTheSameTime() async throws {
        try await SharedServer.withPool("clocks of two processes") { pool async throws in
            let clocks = [try await Self.clock(pool, begun: 5), try await Self.clock(pool, begun: 400_000)]
            for round in 0..<20 {
                let before = try await Self.said(pool)
                let now = clocks[round % 2].now()
                let after = try await Self.said(pool)
                // Far above what a round trip takes, and far below what the clocks began apart.
                let error: Int64 = 250_000
                #expect((before.adding(microseconds: -error)...after.adding(microseconds: error)).contains(now))
                #expect(try await clocks[round % 2].measure() == .unbroken)
            }
            #expect(clocks[0].ageSeconds < 60)
        }
    }

    /// Stands in the way of the server's own clock in a database of its own: what follows is ahead of it.
    private static let shifting = [
        #"CREATE SCHEMA "shifted""#,
        #"CREATE TABLE "shifted"."by" ("milliseconds" BIGINT NOT NULL)"#,
        #"INSERT INTO "shifted"."by" VALUES (0)"#,
        """
        CREATE FUNCTION "shifted".clock_timestamp() RETURNS timestamptz LANGUAGE sql VOLATILE AS $$
            SELECT pg_catalog.clock_timestamp() + "milliseconds" * interval '1 millisecond' FROM "shifted"."by" $$
        """,
        """
        DO $$ BEGIN
            EXECUTE 'ALTER DATABASE ' || current_database() || ' SET search_path = "shifted", pg_catalog';
        END $$
        """,
    ]

    private func withShifted(
        _ body: (DatabaseClock, _ shift: (Int64) async throws -> Void) async throws -> Void
    ) async throws {
        try await SharedServer.withPool("a clock that is set") { plain async throws in
            for sql in Self.shifting { _ = try await plain.run(PostgresBatch(.writes, [PostgresStatement(sql)])) }
            // It connects after that.
            let pool = PostgresPool(plain.settings)
            try await body(try await Self.clock(pool, begun: 10)) { milliseconds in
                let update = #"UPDATE "shifted"."by" SET "milliseconds" = $1"#
                _ = try await plain.run(PostgresBatch(.writes, [PostgresStatement(update, [.integer(milliseconds)])]))
            }
            await pool.close()
        }
    }

    @Test func aDatabaseOnAnotherMachineIsFollowedAtOnce() async throws {
        try await withShifted { clock, shift in
            for (milliseconds, jump) in [(300_000, 300_000), (-300_000, -600_000)] as [(Int64, Int64)] {
                let before = clock.now()
                try await shift(milliseconds)
                guard case .jumped(let found) = try await clock.measure() else {
                    Issue.record("no jump to \(milliseconds)")
                    return
                }
                #expect(abs(found - jump) < 500)
                let passed = clock.now().microseconds(since: before) / 1_000
                #expect(abs(passed - jump) < 60_000)
                #expect(try await clock.measure() == .unbroken)
            }
        }
    }

    @Test func aClockThatIsPutRightLeadsNobodyBack() async throws {
        try await withShifted { clock, shift in
            var last = clock.now()
            for milliseconds in [400, 0, 300, -200] as [Int64] {
                try await shift(milliseconds)
                #expect(try await clock.measure() == .unbroken)
                for _ in 0..<1_000 {
                    let now = clock.now()
                    #expect(now >= last)
                    last = now
                }
            }
        }
    }

    @Test func whileTheDatabaseIsAwayTimeGoesOn() async throws {
        try await SharedServer.withPool("a clock without its database") { plain async throws in
            let pool = PostgresPool(plain.settings)
            let uptime = Mutex<Int64>(1_000_000)
            let clock = try await DatabaseClock(over: pool) { uptime.withLock { $0 } }
            let began = clock.now()
            await pool.close()
            await #expect(throws: PostgresError(.closed)) { try await clock.measure() }
            uptime.withLock { $0 += 3_600_000_000 }
            #expect(clock.now() == began.adding(seconds: 3_600))
            #expect(clock.ageSeconds == 3_600)
        }
    }
}
