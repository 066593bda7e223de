import PostgresClient
import PostgresTestSupport
import Testing

/// What a pool does over a server that has no fault.
@Suite(.timeLimit(.minutes(10))) struct PoolTests {
    typealias Form = PostgresSettings.Statements

    @Test(arguments: Form.allCases)
    func everyValueComesBackAsItWent(_ form: Form) async throws {
        try await PoolScene.withPool(statements: form) { pool async throws in
            let values: [PostgresValue] = [
                .null, .boolean(true), .boolean(false), .integer(.min), .integer(.max), .text(""),
                .text("ação 'x' \\ $1"), .bytes([]), .bytes((0...255).map { UInt8($0) }),
                .bytes([UInt8](repeating: 0, count: 1_000_000)),
                .text(String(repeating: "é", count: 500_000)),
            ]
            let sql =
                "SELECT $1::bigint, $2::boolean, $3::boolean, $4::bigint, $5::bigint, $6::text, $7::text, "
                + "$8::bytea, $9::bytea, $10::bytea, $11::text"
            for _ in 0..<2 { #expect(try await pool.ask(sql, values).rows == [values]) }
        }
    }

    @Test func aNULIsRefusedBeforeAnythingIsSent() async throws {
        try await PoolScene.withPool { pool async throws in
            let error = await #expect(throws: PostgresError.self) {
                try await pool.ask("SELECT $1::bigint, $2::text", [.integer(1), .text("a\u{0}b")])
            }
            #expect(error?.kind == .valueRefused)
            #expect(error?.explanation?.contains("$2") == true)
            let inText = await #expect(throws: PostgresError.self) { try await pool.ask("SELECT 1\u{0}2") }
            #expect(inText?.kind == .statementWrong)
            let most = Array(repeating: PostgresValue.integer(1), count: 65_536)
            let tooMany = await #expect(throws: PostgresError.self) { try await pool.ask("SELECT 1", most) }
            #expect(tooMany?.kind == .statementWrong)
        }
    }

    /// The same text with values of other types; and a null before anybody said what type it has.
    @Test(arguments: Form.allCases)
    func aTextMayHaveValuesOfSeveralTypes(_ form: Form) async throws {
        try await PoolScene.withPool(statements: form, connections: 1) { pool async throws in
            let sql = "SELECT ($1 IS NULL)::boolean, pg_typeof($1)::text"
            for _ in 0..<2 {
                #expect(try await pool.ask(sql, [.integer(1)]).rows == [[.boolean(false), .text("bigint")]])
                #expect(try await pool.ask(sql, [.bytes([1])]).rows == [[.boolean(false), .text("bytea")]])
            }
            let isNull = "SELECT ($1::bytea IS NULL)::boolean"
            for value: PostgresValue in [.null, .bytes([0]), .null, .bytes([])] {
                #expect(try await pool.ask(isNull, [value]).first == .boolean(value == .null))
            }
        }
    }

    @Test func aTypeThatIsNotKnownNamesItsColumn() async throws {
        try await PoolScene.withPool { pool async throws in
            let error = await #expect(throws: PostgresError.self) { try await pool.ask("SELECT 1, 1.5::numeric") }
            #expect(error?.kind == .unreadableAnswer)
            #expect(error?.explanation?.hasPrefix("column 2 has the type 1700") == true)
            #expect(try await pool.ask("SELECT 1").first == .integer(1))
        }
    }

    @Test(arguments: Form.allCases)
    func aBatchHoldsWholeOrNotAtAll(_ form: Form) async throws {
        try await PoolScene.withPool(statements: form) { pool async throws in
            try await pool.write("CREATE TABLE t (n bigint PRIMARY KEY)")
            for _ in 0..<2 {
                let error = await #expect(throws: PostgresError.self) {
                    try await pool.write(
                        "INSERT INTO t VALUES (1)",
                        "SELECT 1 / count(*) FROM t WHERE n = 9",
                        "INSERT INTO t VALUES (2)"
                    )
                }
                #expect(error?.kind == .conditionFailed)
                #expect(error?.statement == 1)
                #expect(error?.isOutcomeUnknown == false)
                #expect(try await pool.ask("SELECT count(*) FROM t").first == .integer(0))
            }
            try await pool.write("INSERT INTO t VALUES (1)", "INSERT INTO t VALUES (2)")
            let taken = await #expect(throws: PostgresError.self) { try await pool.write("INSERT INTO t VALUES (2)") }
            #expect(taken?.kind == .uniqueViolation)
            #expect(taken?.constraint == "t_pkey")
            let answers = try await pool.run(
                PostgresBatch(.writes, [.init("UPDATE t SET n = n + 10"), .init("SELECT n FROM t ORDER BY n")])
            )
            #expect(answers.map(\.count) == [2, 2])
            #expect(answers.last?.rows == [[.integer(11)], [.integer(12)]])
            #expect(answers.last?.columns == ["n"])
        }
    }

    /// More than the network holds in either direction, at once.
    @Test func aLargePipelineDoesNotStandStill() async throws {
        try await PoolScene.withPool { pool async throws in
            let text = PostgresValue.text(String(repeating: "x", count: 50_000))
            let statements = Array(repeating: PostgresStatement("SELECT $1::text", [text]), count: 400)
            let rows = try await pool.run(PostgresBatch(.reads, statements), within: .seconds(60))
            #expect(rows.count == 400)
            #expect(rows.allSatisfy { $0.first == text })
        }
    }

    @Test func aBatchThatLeavesATransactionOpenLosesItsConnection() async throws {
        try await PoolScene.withPool(connections: 1) { pool async throws in
            let first = try await pool.ask("SELECT pg_backend_pid()").first
            _ = try await pool.ask("BEGIN")
            let second = try await pool.ask("SELECT pg_backend_pid()").first
            #expect(first != second)
        }
    }

    @Test func aTransactionHoldsWhenItsBodyReturns() async throws {
        try await PoolScene.withPool(connections: 2) { pool async throws in
            try await pool.write("CREATE TABLE t (n bigint)")
            let seen = try await pool.transaction { transaction in
                _ = try await transaction.run([.init("INSERT INTO t VALUES (1)")])
                #expect(try await pool.ask("SELECT count(*) FROM t").first == .integer(0))
                return try await transaction.run([.init("SELECT count(*) FROM t")]).first?.first
            }
            #expect(seen == .integer(1))
            let last = try await pool.transaction { transaction in
                _ = try await transaction.run([.init("INSERT INTO t VALUES (2)")])
                return try await transaction.commit(.init(.writes, [.init("SELECT count(*) FROM t")]))
            }
            #expect(last.map(\.first) == [.integer(2)])
            #expect(try await pool.ask("SELECT count(*) FROM t").first == .integer(2))
        }
    }

    @Test func aTransactionIsUndoneWhenItsBodyThrowsOrAStatementFails() async throws {
        struct Stop: Error {}
        try await PoolScene.withPool(connections: 1) { pool async throws in
            try await pool.write("CREATE TABLE t (n bigint)")
            let backend = try await pool.ask("SELECT pg_backend_pid()").first
            await #expect(throws: Stop.self) {
                try await pool.transaction { transaction in
                    _ = try await transaction.run([.init("INSERT INTO t VALUES (1)")])
                    throw Stop()
                }
            }
            let failed = await #expect(throws: PostgresError.self) {
                try await pool.transaction { transaction in
                    _ = try await transaction.run([.init("INSERT INTO t VALUES (1)")])
                    _ = try? await transaction.run([.init("SELECT 1"), .init("SELECT 1 / 0")])
                }
            }
            #expect(failed?.kind == .conditionFailed)
            #expect(failed?.statement == 1)
            await #expect(throws: PostgresError.self) {
                try await pool.transaction { transaction in
                    let last = ["INSERT INTO t VALUES (1)", "SELECT 1 / 0"].map { PostgresStatement($0) }
                    _ = try await transaction.commit(.init(.writes, last))
                }
            }
            #expect(try await pool.ask("SELECT count(*) FROM t").first == .integer(0))
            #expect(try await pool.ask("SELECT pg_backend_pid()").first == backend, "nothing was wrong with it")
        }
    }

    @Test func aTransactionThatIsCancelledIsUndone() async throws {
        try await PoolScene.withPool(connections: 1) { pool async throws in
            try await pool.write("CREATE TABLE t (n bigint)")
            let task = Task {
                try await pool.transaction { transaction in
                    _ = try await transaction.run([.init("INSERT INTO t VALUES (1)")])
                    withUnsafeCurrentTask { $0?.cancel() }
                }
            }
            let error = await #expect(throws: PostgresError.self) { try await task.value }
            #expect(error?.kind == .abandoned)
            #expect(try await pool.ask("SELECT count(*) FROM t").first == .integer(0))
            let open =
                "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND state LIKE 'idle in%'"
            #expect(try await pool.ask(open).first == .integer(0))
        }
    }

    @Test func aTransactionThatIsForgottenEndsAtItsDeadline() async throws {
        try await PoolScene.withPool(connections: 1) { pool async throws in
            try await pool.write("CREATE TABLE t (n bigint)")
            let error = await #expect(throws: PostgresError.self) {
                try await pool.transaction(within: .seconds(1)) { transaction in
                    _ = try await transaction.run([.init("INSERT INTO t VALUES (1)")])
                    // The only connection is free again when the time is over, and not before.
                    #expect(try await pool.ask("SELECT count(*) FROM t").first == .integer(0))
                    _ = try await transaction.run([.init("SELECT 1")])
                }
            }
            #expect(error?.kind == .deadlinePassed)
        }
    }

    @Test func whoWaitsTooLongOrIsCancelledGetsItsAnswer() async throws {
        try await PoolScene.withPool(connections: 1) { pool async throws in
            try await pool.whileOneIsHeld {
                let late = await #expect(throws: PostgresError.self) {
                    try await pool.ask("SELECT 1", within: .milliseconds(50))
                }
                #expect(late?.kind == .noConnection)
                #expect(late?.mayBeRetried == true)
                let cancelled = Task { try await pool.ask("SELECT 1", within: .seconds(60)) }
                cancelled.cancel()
                let error = await #expect(throws: PostgresError.self) { try await cancelled.value }
                #expect(error?.kind == .abandoned)
            }
        }
    }

    @Test func requestsAreServedInTheOrderOfComing() async throws {
        let string = try await SharedServer.database()
        var settings = try PostgresSettings(string)
        settings.connections = 1
        (settings.deadline, settings.longestWait) = (.seconds(60), .seconds(60))
        let pool = PostgresPool(settings)
        try await pool.write("CREATE TABLE t (place bigserial, n bigint)")
        var tasks: [Task<Void, any Error>] = []
        try await pool.whileOneIsHeld {
            for number in 0..<20 {
                tasks.append(Task { try await pool.write("INSERT INTO t (n) VALUES (\(number))") })
                while pool.load.waiting <= number { try await Task.sleep(for: .milliseconds(1)) }
            }
        }
        for task in tasks { try await task.value }
        let order = try await pool.ask("SELECT n FROM t ORDER BY place").rows
        #expect(order == (0..<20).map { [.integer($0)] })
        await pool.close()
    }

    /// Each of many gets one answer, whoever is cancelled, too late, or loses its session meanwhile.
    @Test(arguments: 0..<3)
    func everyRequestOfManyIsAnswered(_ round: Int) async throws {
        try await PoolScene.withPool(connections: 3) { pool async throws in
            let tasks = (0..<600).map { number in
                Task { () -> PostgresError.Kind? in
                    do throws(PostgresError) {
                        let sql = number % 50 == 7 ? Self.endItself : "SELECT 1"
                        _ = try await pool.ask(sql, within: number % 5 == 1 ? .milliseconds(3) : nil)
                        return nil
                    } catch {
                        return error.kind
                    }
                }
            }
            for (number, task) in tasks.enumerated() where number % 3 == round {
                if number % 2 == 0 { await Task.yield() }
                task.cancel()
            }
            let may: Set<PostgresError.Kind> = [
                .abandoned, .noConnection, .deadlinePassed, .serverShutDown, .connectionLost,
            ]
            for (number, task) in tasks.enumerated() {
                guard let kind = await task.value else { continue }
                #expect(may.contains(kind))
                if kind == .abandoned { #expect(number % 3 == round) }
            }
            #expect(pool.load.waiting == 0)
            #expect(try await pool.ask("SELECT 1").first == .integer(1))
        }
    }

    private static let endItself = "SELECT pg_terminate_backend(pg_backend_pid())"

    @Test func aClosedPoolAnswers() async throws {
        let pool = PostgresPool(try PostgresSettings(try await SharedServer.database()))
        #expect(try await pool.ask("SELECT 1").first == .integer(1))
        await pool.close()
        let error = await #expect(throws: PostgresError.self) { try await pool.ask("SELECT 1") }
        #expect(error?.kind == .closed)
        let transaction = await #expect(throws: PostgresError.self) {
            try await pool.transaction { try await $0.run([.init("SELECT 1")]) }
        }
        #expect(transaction?.kind == .closed)
    }
}
