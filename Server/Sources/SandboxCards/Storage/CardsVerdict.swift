import GRDB
import SQLiteWriter

/// What an examination of the whole file found.
public struct CardsVerdict: Hashable, Sendable {
    /// Each a sentence; none when all is well.
    public let faults: [String]

    public var isSound: Bool { faults.isEmpty }
}

extension SandboxCards {
    /// Examines the file while it is in use.
    public func verdict() async throws -> CardsVerdict { try await writer.read { try CardsVerdict($0) } }
}

extension CardsVerdict {
    /// Reads everything once, on one snapshot.
    init(_ database: Database) throws {
        var faults: [String] = []
        for question in Self.questions {
            let count = try Int.fetchOne(database, sql: question.sql) ?? 0
            if count != 0 { faults.append("\(count) \(question.sentence)") }
        }
        let integrity = try String.fetchAll(database, sql: "PRAGMA integrity_check")
        if integrity != ["ok"] { faults.append("the file is damaged: \(integrity.first ?? "no answer")") }
        let broken = try Row.fetchAll(database, sql: "PRAGMA foreign_key_check").count
        if broken != 0 { faults.append("\(broken) rows point to nothing") }
        self.faults = faults
    }

    /// Rows by the name of their table.
    static func rows(_ database: Database) throws -> [String: Int64] {
        var rows: [String: Int64] = [:]
        for table in CardsSchema.tables {
            rows[table] = try Int64.fetchOne(database, sql: #"SELECT COUNT(*) FROM "\#(table)""#)
        }
        return rows
    }

    /// The questions whose answers must all be zero.
    private static let questions: [(sentence: String, sql: String)] = [
        (
            "tokens in a state that no token has",
            #"SELECT COUNT(*) FROM "token" WHERE "state" NOT IN ('INACTIVE', 'ACTIVE', 'SUSPENDED', 'DEACTIVATED')"#
        ),
        (
            "tokens that wait for their holder and are not inactive",
            #"SELECT COUNT(*) FROM "token" WHERE "step_up_opened_at" IS NOT NULL AND "state" <> 'INACTIVE'"#
        ),
        (
            "tokens of another network than their card",
            """
            SELECT COUNT(*) FROM "token" t JOIN "card" c ON c."pan_reference" = t."pan_reference"
            WHERE c."network" <> t."network"
            """
        ),
        (
            "operations of another network than their token",
            """
            SELECT COUNT(*) FROM "network_operation" o JOIN "token" t ON t."id" = o."token"
            WHERE o."network" <> t."network"
            """
        ),
        (
            "cards whose last four are not four digits",
            #"SELECT COUNT(*) FROM "card" WHERE "last_four" NOT GLOB '[0-9][0-9][0-9][0-9]'"#
        ),
    ]
}
