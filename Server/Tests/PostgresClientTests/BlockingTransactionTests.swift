import PostgresClient
import PostgresTestSupport
import Testing

/// Transactions of code that waits on the connection's own thread.
@Suite(.timeLimit(.minutes(10))) struct BlockingTransactionTests {
    typealias Form = PostgresSettings.Statements

    private struct Refusal: Error {}

    private static let add = #"INSERT INTO "t" ("n") VALUES ($1)"#
    private static let sum = #"SELECT COALESCE(SUM("n"), 0)::bigint FROM "t""#

    /// What was put off is done before the question that follows it, and at the latest by the commit.
    @Test(arguments: Form.allCases)
    func whatIsPutOffIsDoneInItsPlace(_ form: Form) async throws {
        try await PoolScene.withPool(statements: form) { pool async throws in
            try await pool.write(#"CREATE TABLE "t" ("n" BIGINT NOT NULL)"#)
            let sums = try await pool.blockingTransaction(.writes) { session in
                var sums = [try session.run([PostgresStatement(Self.sum)]).first?.first]
                for number in [1, 2, 3] as [Int64] {
                    session.delay(PostgresStatement(Self.add, [.integer(number)]))
                }
                let questions = [PostgresStatement(Self.sum), PostgresStatement("SELECT 7::bigint")]
                sums += try session.run(questions).map(\.first)
                session.delay(PostgresStatement(Self.add, [.integer(4)]))
                return sums
            }
            #expect(sums == [.integer(0), .integer(6), .integer(7)])
            #expect(try await pool.ask(Self.sum).first == .integer(10))
        }
    }

    @Test func whatThrowsOrOnlyReadsLeavesNothingBehind() async throws {
        try await PoolScene.withPool(connections: 1) { pool async throws in
            try await pool.write(#"CREATE TABLE "t" ("n" BIGINT NOT NULL CHECK ("n" > 0))"#)
            await #expect(throws: Refusal.self) {
                try await pool.blockingTransaction(.writes) { session in
                    _ = try session.run([PostgresStatement(Self.add, [.integer(1)])])
                    throw Refusal()
                }
            }
            _ = try await pool.blockingTransaction(.reads) { session in
                try session.run([PostgresStatement(Self.add, [.integer(1)])])
            }
            // What was put off fails at the commit, by its place.
            let error = await #expect(throws: PostgresError.self) {
                try await pool.blockingTransaction(.writes) { session in
                    session.delay(PostgresStatement(Self.add, [.integer(1)]))
                    session.delay(PostgresStatement(Self.add, [.integer(0)]))
                }
            }
            #expect(error?.kind == .constraintViolation && error?.statement == 1)
            #expect(error?.isOutcomeUnknown == false)
            #expect(try await pool.ask(Self.sum).first == .integer(0))
        }
    }

    @Test func itBeginsAsItIsTold() async throws {
        try await PoolScene.withPool { pool async throws in
            let opening = [
                PostgresStatement("BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY"),
                PostgresStatement("SELECT set_config('application_name', $1, true)", [.text("opened")]),
            ]
            let shown = try await pool.blockingTransaction(.reads, opening: opening) { session in
                let names = ["transaction_isolation", "transaction_read_only", "application_name"]
                return try names.map { name in
                    try session.run([PostgresStatement("SELECT current_setting($1)", [.text(name)])]).first?.first
                }
            }
            #expect(shown == [.text("repeatable read"), .text("on"), .text("opened")])
            let error = await #expect(throws: PostgresError.self) {
                try await pool.blockingTransaction(.writes, opening: opening) { session in
                    _ = try session.run([PostgresStatement("SELECT 1"), PostgresStatement("SELECT 1/0")])
                }
            }
            #expect(error?.kind == .conditionFailed && error?.statement == 1)
        }
    }

    /// The time is over while it waits for another's lock; the connection it had serves nobody any more.
    @Test func itEndsByItsDeadline() async throws {
        try await PoolScene.withPool { pool async throws in
            let lock = PostgresStatement("SELECT pg_advisory_xact_lock(1)")
            try await pool.transaction { transaction in
                _ = try await transaction.run([lock])
                let error = await #expect(throws: PostgresError.self) {
                    try await pool.blockingTransaction(.writes, within: .milliseconds(300)) { session in
                        _ = try session.run([lock])
                    }
                }
                #expect(error?.kind == .deadlinePassed)
            }
            #expect(try await pool.ask("SELECT 1::bigint").first == .integer(1))
        }
        let closed = PostgresPool(try PostgresSettings("postgres://nobody@127.0.0.1:1/none"))
        await closed.close()
        await #expect(throws: PostgresError(.closed)) { try await closed.blockingTransaction(.reads) { _ in } }
    }

    /// An error of the server's, as the protocol has it.
    private static func words(_ severity: String, _ code: String) -> [UInt8] {
        var fields: [UInt8] = []
        for field in ["S" + severity, "V" + severity, "C" + code, "Mgone"] { fields += Array(field.utf8) + [0] }
        fields.append(0)
        let length = UInt32(fields.count + 4)
        return [UInt8(ascii: "E")] + withUnsafeBytes(of: length.bigEndian, Array.init) + fields
    }

    /// That the session ends at its commit, or the whole server does, says nothing of the commit; that it refuses, does.
    @Test(arguments: [
        ("FATAL", "57P01", true), ("FATAL", "57P02", true), ("PANIC", "58030", true), ("PANIC", "53100", true),
        ("PANIC", "XX000", true), ("FATAL", "XX001", true), ("ERROR", "40001", false), ("ERROR", "53100", false),
    ])
    func aServerThatGivesUpAtACommitLeavesItUnknown(_ severity: String, _ code: String, _ isUnknown: Bool) async throws
    {
        try await PoolScene.withServer { server, pool async throws in
            try await pool.write(#"CREATE TABLE "t" ("n" BIGINT NOT NULL)"#)
            let relay = try LossyRelay(to: server.port)
            var settings = try PostgresSettings("postgres://chave@127.0.0.1:\(relay.port)/postgres")
            settings.connections = 1
            let lossy = PostgresPool(settings)
            let error = await #expect(throws: PostgresError.self) {
                try await lossy.blockingTransaction(.writes) { session in
                    _ = try session.run([PostgresStatement(Self.add, [.integer(5)])])
                    relay.say(lastWords: Self.words(severity, code), staysOpen: severity != "ERROR")
                }
            }
            #expect(error?.sqlState == code && error?.isOutcomeUnknown == isUnknown, "\(String(describing: error))")
            #expect(error?.mayBeRetried == (code == "40001"))
            // Whatever was said, this server had committed.
            #expect(try await pool.wait(for: Self.sum, toBe: .integer(5)))
            await lossy.close()
            relay.close()
        }
    }

    @Test func aCommitWhoseAnswerIsLostIsUnknown() async throws {
        try await PoolScene.withServer { server, pool async throws in
            try await pool.write(#"CREATE TABLE "t" ("n" BIGINT NOT NULL)"#)
            let relay = try LossyRelay(to: server.port)
            var settings = try PostgresSettings("postgres://chave@127.0.0.1:\(relay.port)/postgres")
            settings.connections = 1
            let lossy = PostgresPool(settings)
            let outcome = Task {
                try await lossy.blockingTransaction(.writes) { session in
                    _ = try session.run([PostgresStatement(Self.sum)])
                    session.delay(PostgresStatement(Self.add, [.integer(5)]))
                    relay.loseAnswers()
                }
            }
            #expect(try await pool.wait(for: Self.sum, toBe: .integer(5)))
            relay.breakOff()
            let error = await #expect(throws: PostgresError.self) { try await outcome.value }
            #expect(error?.isOutcomeUnknown == true)
            await lossy.close()
            relay.close()
        }
    }
}
