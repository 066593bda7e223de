import ChaveBase
import ChavePixModel
import PaymentsModel
import PostgresClient
import SQLPort
import ServerTestSupport
import StoreTestSupport
import Testing

@testable import PaymentsStores

/// How PostgreSQL answers statements over tables that are not small, as its own statistics tell it.
struct PostgresPlans {
    let pool: PostgresPool
    static let sample = StorageSample(1)
    /// Rows of each large table.
    static let size = 12_000

    /// What the planner knows of the tables; with `removed` it goes by their size alone, as after a restore or a copy that
    /// became the first, before anything is analysed there.
    enum Statistics: CaseIterable, Sendable {
        case own, removed
    }

    /// Runs `body` over deliveries, events and payments of two organisations, most of which are at their end.
    static func with(
        _ statistics: Statistics = .own,
        _ body: (PostgresPlans) async throws -> Void
    ) async throws {
        try await DatabaseUnderTest.withPostgres { pool, _ in
            let store = try await SQLPaymentsStore(over: pool)
            for sample in [sample, StorageSample(2)] {
                try await store.commit(sample.foundation)
                for number in UInt64(1)...4 { try await store.insert(sample.endpoint(number), atMost: 9) }
            }
            let statements = StoredHistory.filling(size).map { PostgresStatement($0) }
            _ = try await pool.run(PostgresBatch(.writes, statements))
            if statistics == .removed {
                _ = try await pool.run(PostgresBatch(.writes, forgetting.map { PostgresStatement($0) }))
            }
            try await body(PostgresPlans(pool: pool))
        }
    }

    /// The lines of the plan.
    func lines(_ sql: String, _ values: [PostgresValue]) async throws -> [String] {
        let statement = PostgresStatement("EXPLAIN " + sql, values)
        return try await pool.run(PostgresBatch(.reads, [statement])).flatMap(\.rows).map { row in
            if case .text(let text)? = row.first { text } else { "" }
        }
    }

    /// The lines of the plan that is made once, whatever the values.
    func linesPlannedOnce(_ statement: SQLStatement) async throws -> [String] {
        let sent = try #require(statement.ofPostgres)
        let once = try #require(SQLStatement(ClaimStatement.planOnce).ofPostgres)
        let types = sent.values.map(\.typeName).joined(separator: ", ")
        let values = sent.values.map(\.literal).joined(separator: ", ")
        let statements = [
            once, PostgresStatement(#"PREPARE "asked" (\#(types)) AS \#(sent.sql)"#),
            PostgresStatement(#"EXPLAIN EXECUTE "asked" (\#(values))"#), PostgresStatement(#"DEALLOCATE "asked""#),
        ]
        return try await pool.run(PostgresBatch(.writes, statements))[2].rows.map { row in
            if case .text(let text)? = row.first { text } else { "" }
        }
    }

    /// Expects that no large table is read through; returns the plan.
    @discardableResult
    func expectIndexed(_ statement: SQLStatement) async throws -> [String] {
        let sent = try #require(statement.ofPostgres)
        return try await expectIndexed(sent.sql, sent.values)
    }

    /// The same of a statement of PostgreSQL's own.
    @discardableResult
    func expectIndexed(_ sql: String, _ values: [PostgresValue]) async throws -> [String] {
        let lines = try await lines(sql, values)
        #expect(!lines.isEmpty)
        for line in lines {
            for table in StoredHistory.tables {
                #expect(!line.contains("Seq Scan on \(table)"), "\(lines.joined(separator: "\n")): \(sql)")
            }
        }
        return lines
    }

    /// Of every table and index of the schema.
    private static let forgetting = [
        """
        DELETE FROM pg_statistic WHERE starelid IN (
            SELECT oid FROM pg_class WHERE relnamespace = to_regnamespace('payments'))
        """,
        """
        UPDATE pg_class SET relpages = 0, reltuples = -1, relallvisible = 0
        WHERE relnamespace = to_regnamespace('payments') AND relkind IN ('r', 'i')
        """,
    ]
}

extension PostgresValue {
    fileprivate var typeName: String {
        switch self {
        case .null: "unknown"
        case .boolean: "boolean"
        case .integer: "bigint"
        case .text: "text"
        case .bytes: "bytea"
        case .uuid: "uuid"
        }
    }

    /// As a statement's text has it.
    fileprivate var literal: String {
        switch self {
        case .null: "NULL"
        case .boolean(let flag): "\(flag)"
        case .integer(let number): "\(number)"
        case .text(let text): "'\(text.replacing("'", with: "''"))'"
        case .bytes(let bytes): "'\\x\(bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined())'"
        case .uuid(let high, let low): "'\(AnyID(high: high, low: low).text)'"
        }
    }
}
