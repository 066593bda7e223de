import PostgresClient
import PostgresTestSupport
import Testing

/// What becomes of requests when PostgreSQL stops, stands still, or runs out of something.
@Suite(.serialized, .timeLimit(.minutes(10))) struct FaultTests {
    /// Who asks again before its first connection is free opens a second one: these tests count them.
    private static func one(_ settings: inout PostgresSettings) { settings.connections = 1 }

    private static let endAll =
        "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity "
        + "WHERE pid <> pg_backend_pid() AND application_name = 'chave'"

    @Test func aSessionThatWasEndedBetweenRequestsIsNotNoticed() async throws {
        try await PoolScene.withServer(Self.one) { server, pool async throws in
            let other = PostgresPool(pool.settings)
            for _ in 0..<20 {
                #expect(try await pool.ask("SELECT 1").first == .integer(1))
                _ = try await other.ask(Self.endAll)
                #expect(try await other.wait(for: Self.others, toBe: .integer(0)))
            }
            await other.close()
        }
    }

    private static let others =
        "SELECT count(*) FROM pg_stat_activity WHERE pid <> pg_backend_pid() "
        + "AND backend_type = 'client backend'"

    @Test func aSessionThatIsEndedInAStatementHasNotDoneIt() async throws {
        try await PoolScene.withServer(Self.one) { server, pool async throws in
            try await pool.write("CREATE TABLE t (n bigint)")
            let other = PostgresPool(pool.settings)
            let running = Task { try await pool.write("INSERT INTO t VALUES (1)", "SELECT pg_sleep(30)::text") }
            #expect(try await other.wait(for: Self.sleepers, toBe: .integer(1)))
            _ = try await other.ask(Self.endAll)
            let error = await #expect(throws: PostgresError.self) { try await running.value }
            #expect(error?.kind == .serverShutDown)
            #expect(error?.isOutcomeUnknown == false)
            #expect(try await pool.ask("SELECT count(*) FROM t").first == .integer(0))
            await other.close()
        }
    }

    static let sleepers = "SELECT count(*) FROM pg_stat_activity WHERE wait_event = 'PgSleep'"

    @Test func aTransactionWhoseSessionIsEndedFailsAndTheNextOneWorks() async throws {
        try await PoolScene.withServer(Self.one) { server, pool async throws in
            try await pool.write("CREATE TABLE t (n bigint)")
            let other = PostgresPool(pool.settings)
            let error = await #expect(throws: PostgresError.self) {
                try await pool.transaction { transaction in
                    _ = try await transaction.run([.init("INSERT INTO t VALUES (1)")])
                    _ = try await other.ask(Self.endAll)
                    #expect(try await other.wait(for: Self.others, toBe: .integer(0)))
                }
            }
            // The commit was handed to a socket that had been closed: nobody can tell it from one that was read.
            #expect(error?.kind == .serverShutDown || error?.kind == .connectionLost)
            #expect(try await pool.ask("SELECT count(*) FROM t").first == .integer(0))
            await other.close()
        }
    }

    enum End: CaseIterable {
        case killed, stoppedAtOnce, sessionEnded
    }

    static let slowCommit = [
        "CREATE TABLE t (n bigint)",
        "CREATE FUNCTION slow() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN PERFORM pg_sleep(30); RETURN NULL; END'",
        "CREATE CONSTRAINT TRIGGER slow AFTER INSERT ON t DEFERRABLE INITIALLY DEFERRED "
            + "FOR EACH ROW EXECUTE FUNCTION slow()",
    ]

    /// The server dies while it commits: after the last statement's answer and before the end's.
    @Test(arguments: End.allCases, [true, false])
    func aCommitWhoseAnswerNeverCameIsUnknown(_ end: End, _ isTransaction: Bool) async throws {
        try await PoolScene.withServer { server, pool async throws in
            for sql in Self.slowCommit { try await pool.write(sql) }
            let running = Task {
                guard isTransaction else { return try await pool.write("INSERT INTO t VALUES (1)", "SELECT 1") }
                try await pool.transaction { transaction in
                    _ = try await transaction.run([.init("INSERT INTO t VALUES (1)")])
                }
            }
            #expect(try await pool.wait(for: Self.sleepers, toBe: .integer(1)))
            switch end {
            case .killed: server.killAll()
            case .stoppedAtOnce: server.stopAtOnce()
            case .sessionEnded:
                let sql = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE wait_event = 'PgSleep'"
                _ = try await pool.ask(sql)
            }
            let error = await #expect(throws: PostgresError.self) { try await running.value }
            #expect(error?.isOutcomeUnknown == true, "\(String(describing: error))")
            #expect(error?.mayBeRetried == false)
            if end != .sessionEnded { try server.start() }
            #expect(try await pool.wait(for: "SELECT count(*) FROM t", toBe: .integer(0)))
        }
    }

    /// Reads are never in doubt: they are asked again.
    @Test func aReadWhoseAnswerNeverCameMayBeRetried() async throws {
        try await PoolScene.withServer { server, pool async throws in
            let running = Task { try await pool.ask("SELECT pg_sleep(30)::text", within: .seconds(40)) }
            #expect(try await pool.wait(for: Self.sleepers, toBe: .integer(1)))
            server.killAll()
            let error = await #expect(throws: PostgresError.self) { try await running.value }
            #expect(error?.mayBeRetried == true, "\(String(describing: error))")
        }
    }

    /// Whoever asks during a restart waits and is served.
    @Test(arguments: 0..<3)
    func aRestartAtOnceIsWaitedFor(_ round: Int) async throws {
        try await PoolScene.withServer { server, pool async throws in
            try await pool.write("CREATE TABLE t (n bigint)")
            try await pool.write("INSERT INTO t VALUES (1)")
            server.stopAtOnce()
            let asking = (0..<20).map { _ in Task { try await pool.ask("SELECT count(*) FROM t") } }
            try server.start()
            for task in asking { #expect(try await task.value.first == .integer(1), "what was stored is there") }
        }
    }

    /// A server that stands still holds nobody for longer than its deadline, and everything works when it goes on.
    @Test func aFrozenServerHoldsNobody() async throws {
        try await PoolScene.withServer {
            $0.connections = 2
        } _: { server, pool async throws in
            try await pool.write("CREATE TABLE t (n bigint PRIMARY KEY)")
            server.freeze()
            let clock = ContinuousClock()
            let began = clock.now
            var errors: [PostgresError] = []
            await withTaskGroup(of: PostgresError?.self) { group in
                for number in 0..<10 {
                    group.addTask {
                        do throws(PostgresError) {
                            try await pool.write("INSERT INTO t VALUES (\(number))", within: .milliseconds(500))
                            return nil
                        } catch {
                            return error
                        }
                    }
                }
                for await error in group { if let error { errors.append(error) } }
            }
            #expect(errors.count == 10)
            #expect(clock.now - began < .seconds(10))
            for error in errors {
                #expect(error.kind == .deadlinePassed || error.kind == .noConnection)
                #expect(error.isOutcomeUnknown == (error.kind == .deadlinePassed), "\(error)")
            }
            #expect(errors.contains { $0.isOutcomeUnknown })
            server.thaw()
            #expect(try await pool.wait(for: "SELECT 1", toBe: .integer(1)))
        }
    }

    @Test func aStatementOverItsDeadlineIsCancelledAtTheServer() async throws {
        try await PoolScene.withServer { server, pool async throws in
            let error = await #expect(throws: PostgresError.self) {
                try await pool.ask("SELECT pg_sleep(60)::text", within: .seconds(1))
            }
            #expect(error?.kind == .deadlinePassed)
            #expect(error?.isOutcomeUnknown == false)
            #expect(try await pool.wait(for: Self.sleepers, toBe: .integer(0)))
        }
    }

    /// It may be at its commit, which a cancellation would make where it waits for a standby.
    @Test func aWriteOverItsDeadlineIsLeftToTheSessionsOwnLimit() async throws {
        try await PoolScene.withServer {
            $0.deadline = .seconds(2)
        } _: { server, pool async throws in
            try await pool.write("CREATE TABLE t (n bigint)")
            let error = await #expect(throws: PostgresError.self) {
                try await pool.write("INSERT INTO t VALUES (1)", "SELECT pg_sleep(60)::text", within: .seconds(1))
            }
            #expect(error?.kind == .deadlinePassed)
            #expect(error?.isOutcomeUnknown == true, "its end was sent with it")
            #expect(try await pool.ask(Self.sleepers).first == .integer(1))
            #expect(try await pool.wait(for: Self.sleepers, toBe: .integer(0)))
            #expect(try await pool.ask("SELECT count(*) FROM t").first == .integer(0))
        }
    }

    /// The server ends by itself what outlives every caller.
    @Test func theSessionsOwnLimitIsTheDeadline() async throws {
        try await PoolScene.withServer {
            $0.deadline = .milliseconds(400)
        } _: { server, pool async throws in
            #expect(try await pool.ask("SHOW statement_timeout", within: .seconds(15)).first == .text("400ms"))
            let error = await #expect(throws: PostgresError.self) {
                try await pool.ask("SELECT pg_sleep(20)::text", within: .seconds(15))
            }
            #expect(error?.kind == .cancelled)
        }
    }

    @Test func exhaustedConnectionsAreWaitedForAndNamed() async throws {
        try await PoolScene.withServer(settings: ["max_connections = 5", "superuser_reserved_connections = 0"]) {
            server,
            pool async throws in
            let holder = PostgresPool(pool.settings)
            let others = (0..<2).map { _ in PostgresPool(pool.settings) }
            let held = (0..<4).map { _ in Task { try await holder.ask("SELECT pg_sleep(2)::text") } }
            let last = Task { try await others[0].ask("SELECT pg_sleep(2)::text") }
            #expect(try await last.value.count == 1)
            for task in held { _ = try await task.value }
            let error = await #expect(throws: PostgresError.self) {
                try await others[1].ask("SELECT 1", within: .seconds(2))
            }
            #expect(error?.kind == .noConnection)
            #expect(error?.sqlState == "53300")
            await holder.close()
            #expect(try await others[1].wait(for: "SELECT 1", toBe: .integer(1)))
            for other in others { await other.close() }
        }
    }

    @Test func aServerThatIsNotThereIsNamedWithoutItsPassword() async throws {
        var settings = try PostgresSettings("postgres://maria:secret-word@127.0.0.1:1/pay")
        settings.longestWait = .milliseconds(300)
        let pool = PostgresPool(settings)
        let error = await #expect(throws: PostgresError.self) { try await pool.ask("SELECT 1") }
        #expect(error?.kind == .noConnection)
        #expect(error?.explanation?.contains("none could be made") == true)
        #expect(!"\(String(describing: error))".contains("secret-word"))
        #expect(!"\(String(describing: error))".contains("maria"))
        await pool.close()
    }

    /// The first host does not answer, the second takes no writes, the third is the one.
    @Test func theHostThatTakesWritesIsFound() async throws {
        let frozen = try await PostgresServer.started()
        defer { frozen.remove() }
        let standby = try await PostgresServer.started(settings: ["default_transaction_read_only = on"])
        defer { standby.remove() }
        let writer = try await PostgresServer.started()
        defer { writer.remove() }
        frozen.freeze()
        let hosts = [frozen, standby, writer].map { "127.0.0.1:\($0.port)" }.joined(separator: ",")
        var settings = try PostgresSettings("postgres://chave@\(hosts)/postgres")
        settings.connectTimeout = .milliseconds(500)
        settings.longestWait = .seconds(20)
        settings.deadline = .seconds(20)
        let pool = PostgresPool(settings)
        #expect(try await pool.ask("SHOW port").first == .text("\(writer.port)"))
        await pool.close()
    }

    @Test func twoWhoWaitForEachOtherAreToldApart() async throws {
        try await PoolScene.withServer(settings: ["deadlock_timeout = 50ms"]) { server, pool async throws in
            try await pool.write("CREATE TABLE t (n bigint PRIMARY KEY, v bigint)")
            try await pool.write("INSERT INTO t VALUES (1, 0), (2, 0)")
            let kinds = await withTaskGroup(of: PostgresError.Kind?.self) { group in
                for order in [[1, 2], [2, 1]] {
                    group.addTask {
                        do throws(PostgresError) {
                            try await pool.write(
                                "UPDATE t SET v = 1 WHERE n = \(order[0])",
                                "SELECT pg_sleep(2)::text",
                                "UPDATE t SET v = 1 WHERE n = \(order[1])"
                            )
                            return nil
                        } catch {
                            return error.kind
                        }
                    }
                }
                return await group.reduce(into: []) { $0.append($1) }
            }
            #expect(kinds.contains(.deadlock))
            #expect(kinds.contains(nil))
        }
    }
}
