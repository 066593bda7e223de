import ChaveBase
import SQLPort

/// The result of checking the whole database.
public struct CardsVerdict: Hashable, Sendable {
    /// One sentence for each fault; empty when all is well.
    public let faults: [String]

    public var isSound: Bool { faults.isEmpty }
}

extension SandboxCards {
    /// Checks the database while it is in use.
    public func verdict() async throws -> CardsVerdict { try await store.snapshot { try CardsVerdict($0) } }
}

extension CardsVerdict {
    /// Reads all tables once, on one snapshot.
    init(_ database: any SQLDatabase) throws {
        var faults: [String] = []
        for question in Self.questions {
            let count = try Self.count(question.sql, in: database)
            if count != 0 { faults.append("\(count) \(question.sentence)") }
        }
        let unlikely = try database.rows(Self.lastFours, []).reduce(Int64(0)) { sum, row in
            var columns = ColumnReader(row, table: "card")
            let digits = try columns.text().utf8
            let isWell = digits.count == 4 && digits.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
            return isWell ? sum : sum.addingReportingOverflow(try columns.integer()).partialValue
        }
        if unlikely != 0 { faults.append("\(unlikely) cards whose last four are not four digits") }
        faults += try database.damage().map(\.description)
        self.faults = faults
    }

    /// The number of rows by table name.
    static func rows(_ database: any SQLDatabase) throws -> [String: Int64] {
        var rows: [String: Int64] = [:]
        for table in CardsSchema.tables {
            rows[table] = try count(#"SELECT COUNT(*) AS "count" FROM "\#(table)""#, in: database)
        }
        return rows
    }

    private static func count(_ sql: String, in database: any SQLDatabase) throws -> Int64 {
        guard let row = try database.row(sql, []) else { return 0 }
        var columns = ColumnReader(row, table: "count")
        return try columns.integer()
    }

    /// A count for each value, because the two databases share no syntax for a pattern of digits.
    private static let lastFours = #"SELECT "last_four", COUNT(*) AS "count" FROM "card" GROUP BY "last_four""#

    /// The questions whose answers must all be zero.
    private static let questions: [(sentence: String, sql: String)] = [
        (
            "tokens in a state that no token has",
            """
            SELECT COUNT(*) AS "count" FROM "token"
            WHERE "state" NOT IN ('INACTIVE', 'ACTIVE', 'SUSPENDED', 'DEACTIVATED')
            """
        ),
        (
            "tokens that wait for their holder and are not inactive",
            #"SELECT COUNT(*) AS "count" FROM "token" WHERE "step_up_opened_at" IS NOT NULL AND "state" <> 'INACTIVE'"#
        ),
        (
            "tokens of another network than their card",
            """
            SELECT COUNT(*) AS "count" FROM "token" t JOIN "card" c ON c."pan_reference" = t."pan_reference"
            WHERE c."network" <> t."network"
            """
        ),
        (
            "operations of another network than their token",
            """
            SELECT COUNT(*) AS "count" FROM "network_operation" o JOIN "token" t ON t."id" = o."token"
            WHERE o."network" <> t."network"
            """
        ),
    ]
}
