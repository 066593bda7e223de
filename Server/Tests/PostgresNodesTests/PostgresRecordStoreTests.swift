import ChaveBase
import PostgresClient
import PostgresTestSupport
import SQLPort
import SignInModel
import Testing

@testable import SignInStores

/// What PostgreSQL adds to the contract of records: several nodes, lost answers, and how each question is answered.
@Suite(.timeLimit(.minutes(10))) struct PostgresRecordStoreTests {
    private static func key(_ id: String) -> RecordKey { RecordKey(tenant: "one", kind: "user", id: id) }

    private static func body(_ byte: UInt8, _ indexes: [BlindIndex] = []) -> RecordBody {
        RecordBody(bytes: [byte], indexes: indexes, expiresAt: nil)
    }

    private func run(_ sql: String, on pool: PostgresPool) async throws {
        _ = try await pool.run(PostgresBatch(.writes, [PostgresStatement(sql)]))
    }

    @Test func whatOneNodeStoresAnotherFinds() async throws {
        let string = try await SharedServer.database()
        let (first, second) = (
            PostgresPool(try PostgresSettings(string)), PostgresPool(try PostgresSettings(string))
        )
        let (writing, reading) = (
            try await SQLRecordStore(over: first), try await SQLRecordStore(over: second)
        )
        for number in 0..<50 {
            let key = Self.key("\(number)")
            #expect(try await writing.commit([.insert(key, Self.body(1))]) == .committed)
            #expect(try await reading.record(key)?.bytes == [1])
        }
        await first.close()
        await second.close()
    }

    /// What one commit demanded cannot change before it holds: each of two looks at what the other writes.
    @Test func ofTwoThatDemandWhatTheOtherChangesOneIsRefused() async throws {
        let pool = PostgresPool(try PostgresSettings(try await SharedServer.database()))
        let store = try await SQLRecordStore(over: pool)
        for round in 0..<40 {
            let (one, two) = (Self.key("a\(round)"), Self.key("b\(round)"))
            _ = try await store.commit([.insert(one, Self.body(1)), .insert(two, Self.body(1))])
            async let first = store.commit([.require(one, version: 1), .replace(two, version: 1, Self.body(2))])
            async let second = store.commit([.require(two, version: 1), .replace(one, version: 1, Self.body(2))])
            let outcomes = try await [first, second]
            #expect(outcomes.count { $0 == .committed } == 1)
            #expect(outcomes.count { $0 == .conflict } == 1)
        }
        await pool.close()
    }

    /// The commit is made, and its answer is lost on the way: the store finds out.
    @Test func aCommitWhoseAnswerWasLostIsFoundOut() async throws {
        let server = try await PostgresServer.started()
        defer { server.remove() }
        let settings = try PostgresSettings(server.connectionString())
        let pool = PostgresPool(settings)
        let store = try await SQLRecordStore(over: pool)
        let relay = try LossyRelay(to: server.port)
        let lossy = PostgresPool(try PostgresSettings("postgres://chave@127.0.0.1:\(relay.port)/postgres"))
        let behind = try await SQLRecordStore(over: lossy)
        #expect(try await behind.record(Self.key("a")) == nil)
        relay.loseAnswers()
        async let outcome = behind.commit([.insert(Self.key("a"), Self.body(7))])
        while try await store.record(Self.key("a")) == nil { try await Task.sleep(for: .milliseconds(5)) }
        relay.breakOff()
        #expect(try await outcome == .committed)
        #expect(try await store.record(Self.key("a"))?.version == 1)
        await lossy.close()
        await pool.close()
        relay.close()
    }

    /// What another node has in hand is left for the next time, and nobody waits for it.
    @Test func whatHasExpiredGoesWithoutWaitingForAnyone() async throws {
        var settings = try PostgresSettings(try await SharedServer.database())
        // Long beside all that a machine does meanwhile; who waited for the lock would wait for all of it.
        (settings.deadline, settings.longestWait) = (.seconds(60), .seconds(60))
        let pool = PostgresPool(settings)
        let store = try await SQLRecordStore(over: pool)
        let time = Timestamp(seconds: 1_800_000_000)
        let expiring = RecordBody(bytes: [1], indexes: [], expiresAt: time)
        let keys = (0..<4).map { Self.key("\($0)") }
        #expect(try await store.commit(keys.map { .insert($0, expiring) }) == .committed)
        try await pool.transaction { transaction in
            let lock = try #require(RecordStatement.one.postgres) + " FOR UPDATE"
            _ = try await transaction.run([PostgresStatement(lock, keys[1].values.map(PostgresValue.init))])
            #expect(try await store.removeExpired(at: time, limit: 10) == 3)
        }
        #expect(try await store.removeExpired(at: time.adding(seconds: -1), limit: 10) == 0)
        #expect(try await store.removeExpired(at: time, limit: 10) == 1)
        await pool.close()
    }

    @Test func aFaultNamesNothingThatWasBound() async throws {
        let pool = PostgresPool(try PostgresSettings(try await SharedServer.database()))
        let store = try await SQLRecordStore(over: pool)
        try await run(StoredTables.losingIndexesOfRecords, on: pool)
        let index = BlindIndex(kind: "user", name: "x", digest: [1], isUnique: false)
        let fault = await #expect(throws: RecordStoreFault.self) {
            try await store.commit([.insert(Self.key("personal"), Self.body(1, [index]))])
        }
        #expect((fault?.underlying as? PostgresError)?.kind == .statementWrong)
        #expect(!"\(String(describing: fault))".contains("personal"))
        #expect(try await store.record(Self.key("personal")) == nil)
        await pool.close()
    }

    /// With a table that is not small, every statement finds its rows by an index.
    @Test func noStatementReadsAWholeTable() async throws {
        let pool = PostgresPool(try PostgresSettings(try await SharedServer.database()))
        _ = try await SQLRecordStore(over: pool)
        try await run("ALTER DATABASE \(try await name(pool)) SET enable_seqscan = off", on: pool)
        await pool.close()
        let planned = PostgresPool(pool.settings)
        let statements: [(SQLText, [PostgresValue])] = [
            (RecordStatement.one, [.bytes([]), .text(""), .bytes([])]),
            (RecordStatement.byIndex, [.text(""), .text(""), .bytes([]), .integer(1)]),
            (RecordStatement.byIndexAfter, [.text(""), .text(""), .bytes([]), .integer(1), .bytes([]), .bytes([])]),
            (RecordStatement.ofTenantAfter, [.bytes([]), .text(""), .integer(1), .bytes([])]),
            (RecordStatement.every, [.bytes([]), .text(""), .bytes([]), .integer(1)]),
            (RecordStatement.requireFree, [.text(""), .text(""), .bytes([]), .bytes([]), .bytes([])]),
            (RecordStatement.removeExpired, [.integer(1), .integer(1)]),
            (RecordStatement.forgetIndexes, [.bytes([]), .text(""), .bytes([])]),
        ]
        for (text, values) in statements {
            let sql = try #require(text.postgres)
            let plan = try await planned.run(PostgresBatch(.reads, [PostgresStatement("EXPLAIN " + sql, values)]))
            let lines = plan.flatMap(\.rows).map { "\($0.first.map(Self.text) ?? "")" }
            #expect(!lines.isEmpty)
            #expect(!lines.contains { $0.contains("Seq Scan") }, "\(lines)")
        }
        await planned.close()
    }

    private static func text(_ value: PostgresValue) -> String {
        if case .text(let text) = value { text } else { "" }
    }

    private func name(_ pool: PostgresPool) async throws -> String {
        let statement = PostgresStatement("SELECT current_database()")
        return Self.text(try await pool.run(PostgresBatch(.reads, [statement])).first?.first ?? .null)
    }
}
