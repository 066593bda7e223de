import PostgresClient
import PostgresTestSupport
import Testing

/// What holds after something of a transaction was refused: by this client before it was sent, or by the server at its end.
@Suite(.timeLimit(.minutes(10))) struct CommitTests {
    typealias Form = PostgresSettings.Statements

    private static let table = #"CREATE TABLE "t" ("n" BIGINT NOT NULL UNIQUE DEFERRABLE INITIALLY DEFERRED)"#
    private static let add = PostgresStatement(#"INSERT INTO "t" ("n") VALUES (1)"#)
    private static let count = #"SELECT COUNT(*) FROM "t""#
    private static let unsendable = PostgresStatement("SELECT $1::text", [.text("a\u{0}b")])

    /// The body goes on as if nothing were, and still nothing of it holds.
    @Test func whatIsRefusedBeforeItIsSentEndsItsTransaction() async throws {
        try await PoolScene.withPool { pool async throws in
            try await pool.write(Self.table)
            let error = await #expect(throws: PostgresError.self) {
                try await pool.transaction { transaction in
                    _ = try await transaction.run([Self.add])
                    _ = try? await transaction.run([Self.unsendable])
                }
            }
            #expect(error?.kind == .valueRefused && error?.isOutcomeUnknown == false)
            let blocking = await #expect(throws: PostgresError.self) {
                try await pool.blockingTransaction(.writes) { session in
                    _ = try session.run([Self.add])
                    _ = try? session.run([Self.unsendable])
                }
            }
            #expect(blocking?.kind == .valueRefused)
            #expect(try await pool.ask(Self.count).first == .integer(0))
        }
    }

    /// A rule that is looked at by the commit alone: the server says that it refused, and the connection serves on.
    @Test(arguments: Form.allCases)
    func aCommitThatTheServerRefusesIsNotUnknown(_ form: Form) async throws {
        try await PoolScene.withPool(statements: form, connections: 1) { pool async throws in
            try await pool.write(Self.table)
            let session = try await pool.ask("SELECT pg_backend_pid()").first
            for _ in 0..<3 {
                let error = await #expect(throws: PostgresError.self) {
                    _ = try await pool.run(PostgresBatch(.writes, [Self.add, Self.add]))
                }
                #expect(error?.kind == .uniqueViolation && error?.constraint == "t_n_key")
                #expect(error?.isOutcomeUnknown == false && error?.statement == nil)
            }
            let open = await #expect(throws: PostgresError.self) {
                try await pool.transaction { transaction in _ = try await transaction.run([Self.add, Self.add]) }
            }
            #expect(open?.kind == .uniqueViolation && open?.isOutcomeUnknown == false)
            #expect(try await pool.ask(Self.count).first == .integer(0))
            #expect(try await pool.ask("SELECT pg_backend_pid()").first == session)
        }
    }
}
