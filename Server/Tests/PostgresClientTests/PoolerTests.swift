import PostgresClient
import PostgresTestSupport
import Testing

/// Behind pgbouncer in transaction mode, with statements that have no name.
@Suite(.serialized, .timeLimit(.minutes(10))) struct PoolerTests {
    /// Runs `body` with a pool of eight connections to a pooler that has two sessions.
    private func withPool(_ body: (PostgresServer, PostgresPool) async throws -> Void) async throws {
        let server = try await PostgresServer.started()
        defer { server.remove() }
        let pooler = try await PostgresPooler.started(before: server, sessions: 2)
        defer { pooler.remove() }
        var settings = try PostgresSettings(pooler.connectionString)
        settings.statements = .unnamed
        (settings.deadline, settings.longestWait) = (.seconds(20), .seconds(20))
        let pool = PostgresPool(settings)
        do {
            try await body(server, pool)
        } catch {
            await pool.close()
            throw error
        }
        await pool.close()
    }

    /// Fifty at once over two sessions; what belongs together stays on one.
    @Test func aBatchStaysOnOneSession() async throws {
        try await withPool { _, pool async throws in
            let sessions = try await withThrowingTaskGroup(of: Set<PostgresValue>.self) { group in
                for _ in 0..<50 {
                    group.addTask {
                        let ask = PostgresStatement("SELECT pg_backend_pid()::bigint")
                        let middle = PostgresStatement("SELECT $1::bigint", [.integer(1)])
                        let answers = try await pool.run(PostgresBatch(.reads, [ask, middle, ask]))
                        #expect(answers.count == 3)
                        #expect(answers[0].first == answers[2].first)
                        return Set(answers[0].rows.flatMap { $0 })
                    }
                }
                return try await group.reduce(into: Set()) { $0.formUnion($1) }
            }
            #expect((1...2).contains(sessions.count))
        }
    }

    @Test func aBatchHoldsWholeOrNotAtAll() async throws {
        try await withPool { _, pool async throws in
            try await pool.write("CREATE TABLE t (n bigint PRIMARY KEY)")
            for _ in 0..<20 {
                let error = await #expect(throws: PostgresError.self) {
                    try await pool.write("INSERT INTO t VALUES (1)", "SELECT 1 / count(*) FROM t WHERE n = 9")
                }
                #expect(error?.kind == .conditionFailed)
                #expect(error?.statement == 1)
            }
            #expect(try await pool.ask("SELECT count(*) FROM t").first == .integer(0))
            let added = try await withThrowingTaskGroup(of: Bool.self) { group in
                for number in 0..<100 {
                    group.addTask {
                        let insert = PostgresStatement("INSERT INTO t VALUES ($1)", [.integer(Int64(number % 10))])
                        do throws(PostgresError) {
                            _ = try await pool.run(PostgresBatch(.writes, [insert]))
                            return true
                        } catch {
                            guard error.kind == .uniqueViolation else { throw error }
                            return false
                        }
                    }
                }
                return try await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
            }
            #expect(added == 10)
            #expect(try await pool.ask("SELECT count(*) FROM t").first == .integer(10))
        }
    }

    @Test func aTransactionHasItsSessionToItsEnd() async throws {
        try await withPool { _, pool async throws in
            try await pool.write("CREATE TABLE t (n bigint)")
            try await pool.transaction { transaction in
                _ = try await transaction.run([PostgresStatement("INSERT INTO t VALUES (1)")])
                #expect(try await pool.ask("SELECT count(*) FROM t").first == .integer(0))
                let own = try await transaction.run([PostgresStatement("SELECT count(*) FROM t")])
                #expect(own.first?.first == .integer(1))
            }
            #expect(try await pool.ask("SELECT count(*) FROM t").first == .integer(1))
        }
    }

    /// A session there is nobody's: each transaction brings the times after which the server ends it.
    @Test func everyTransactionBringsItsLimits() async throws {
        try await withPool { _, pool async throws in
            let question = PostgresStatement("SELECT current_setting('statement_timeout')")
            let limit = PostgresValue.text("20s")
            let alone = try await pool.run(PostgresBatch(.reads, [question, question]))
            #expect(alone.map(\.first) == [limit, limit])
            let open = try await pool.transaction { try await $0.run([question]) }
            #expect(open.map(\.first) == [limit])
            let opening = [PostgresStatement("BEGIN ISOLATION LEVEL REPEATABLE READ")]
            let blocking = try await pool.blockingTransaction(.reads, opening: opening) { try $0.run([question]) }
            #expect(blocking.map(\.first) == [limit])
            let error = await #expect(throws: PostgresError.self) {
                try await pool.run(PostgresBatch(.writes, [question, PostgresStatement("SELECT 1 / 0")]))
            }
            #expect(error?.kind == .conditionFailed && error?.statement == 1)
        }
    }

    /// What a statement waited for it must see, and a session there cannot be told so.
    @Test func sessionsThatBeginInAnotherIsolationAreRefused() async throws {
        try await withPool { server, pool async throws in
            let change = PostgresStatement("ALTER ROLE chave SET default_transaction_isolation TO 'repeatable read'")
            _ = try await pool.run(PostgresBatch(.writes, [change]))
            var settings = try PostgresSettings(server.connectionString())
            (settings.statements, settings.longestWait) = (.unnamed, .milliseconds(300))
            let refused = PostgresPool(settings)
            let error = await #expect(throws: PostgresError.self) { try await refused.ask("SELECT 1") }
            #expect(error?.kind == .noConnection)
            #expect(error?.explanation?.contains("default_transaction_isolation must be 'read committed'") == true)
            settings.statements = .prepared
            let own = PostgresPool(settings)
            let isolation = "SELECT current_setting('transaction_isolation')"
            #expect(try await own.ask(isolation).first == .text("read committed"))
            await own.close()
            await refused.close()
        }
    }

    /// A plan's name is known to one session alone: this is why there is the switch.
    @Test func namedStatementsDoNotWorkThere() async throws {
        try await withPool { _, pool async throws in
            var settings = pool.settings
            (settings.statements, settings.connections) = (.prepared, 1)
            let named = PostgresPool(settings)
            #expect(try await named.ask("SELECT 4711").first == .integer(4_711))
            // The only session so far is held, so the pooler takes another one, which does not know the name.
            try await pool.whileOneIsHeld {
                let error = await #expect(throws: PostgresError.self) { try await named.ask("SELECT 4711") }
                #expect(error?.kind == .statementWrong)
                #expect(error?.sqlState == "26000")
            }
            await named.close()
        }
    }

    /// The server behind it dies while it commits; what the pooler says of that proves nothing.
    @Test func aCommitWhoseAnswerThePoolerLostIsUnknown() async throws {
        try await withPool { server, pool async throws in
            for sql in FaultTests.slowCommit { try await pool.write(sql) }
            let running = Task { try await pool.write("INSERT INTO t VALUES (1)", "SELECT 1") }
            #expect(try await pool.wait(for: FaultTests.sleepers, toBe: .integer(1)))
            server.killAll()
            let error = await #expect(throws: PostgresError.self) { try await running.value }
            #expect(error?.isOutcomeUnknown == true, "\(String(describing: error))")
            try server.start()
            #expect(try await pool.wait(for: "SELECT count(*) FROM t", toBe: .integer(0)))
        }
    }
}
