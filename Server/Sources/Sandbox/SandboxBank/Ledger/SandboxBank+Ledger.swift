public import ChaveBase
public import ChavePixModel
import SQLPort

/// One line of the ledger.
public struct LedgerLine: Hashable, Sendable {
    /// The end-to-end id of a payment, or `opening/` and the account.
    public let movement: String
    /// `account/ispb/branch/number/type`, `key/<Pix key>` or `opening/ispb`.
    public let account: String
    /// Negative where money leaves.
    public let centavos: Int64
    public let madeAt: Timestamp
}

/// The result of checking the whole database.
public struct LedgerVerdict: Hashable, Sendable {
    /// One sentence for each fault; empty when all is well.
    public let faults: [String]
    public let movements: Int
    public let accounts: Int
    /// The sum over all accounts, in centavos: always zero.
    public let total: Int64

    public var isSound: Bool { faults.isEmpty }
}

extension SandboxBank {
    /// Both lines of one payment, the debtor's first; empty when no money moved under that id.
    public func ledgerLines(ofEndToEndID endToEndID: String) async throws -> [LedgerLine] {
        try await lines(where: #"e."movement" = ?1"#, [endToEndID])
    }

    /// All lines of one account, oldest first.
    public func ledgerLines(ofAccount place: String) async throws -> [LedgerLine] {
        try await lines(where: #"a."place" = ?1"#, [place])
    }

    /// The balances of a holder's accounts at one institution, in centavos, in the order of their opening.
    public func balances(of cpf: String, at institution: InstitutionID) async throws -> [Int64] {
        guard let branch = branches[institution] else { return [] }
        return try await atWindow(of: branch) { desk in
            try desk.ledger.accounts(of: cpf, at: desk.ispb).map(\.balance)
        }
    }

    /// Checks the ledger and the database.
    public func verdict() async throws -> LedgerVerdict {
        try await store.snapshot { try LedgerVerdict($0) }
    }

    private func lines(where condition: String, _ arguments: [String]) async throws -> [LedgerLine] {
        let sql = """
            SELECT e."movement", a."place", e."amount", e."made_at"
            FROM "ledger_entry" e JOIN "account" a ON a."id" = e."account"
            WHERE \(condition) ORDER BY e."made_at", e."movement", e."amount"
            """
        return try await store.snapshot { database in
            try database.rows(sql, SQLArguments(arguments)).map { row in
                var columns = ColumnReader(row, table: "ledger_entry")
                return try LedgerLine(
                    movement: columns.text(),
                    account: columns.text(),
                    centavos: columns.integer(),
                    madeAt: columns.time()
                )
            }
        }
    }
}

extension LedgerVerdict {
    /// Reads all tables once, on one snapshot.
    init(_ database: any SQLDatabase) throws {
        let examination = LedgerExamination(database: database)
        faults = try examination.faults()
        movements = try examination.count(#"SELECT COUNT(DISTINCT "movement") FROM "ledger_entry""#)
        accounts = try examination.count(#"SELECT COUNT(*) FROM "account""#)
        total = try examination.number(#"SELECT CAST(COALESCE(SUM("balance"), 0) AS BIGINT) FROM "account""#)
    }
}

/// The questions whose answers must all be zero.
private struct LedgerExamination {
    let database: any SQLDatabase

    private static let questions: [(sentence: String, sql: String)] = [
        (
            "movements whose entries do not add up to nothing",
            #"SELECT COUNT(*) FROM (SELECT 1 FROM "ledger_entry" GROUP BY "movement" HAVING SUM("amount") <> 0) m"#
        ),
        (
            "movements that are not exactly two entries",
            #"SELECT COUNT(*) FROM (SELECT 1 FROM "ledger_entry" GROUP BY "movement" HAVING COUNT(*) <> 2) m"#
        ),
        (
            "accounts whose balance is not the sum of their entries",
            """
            SELECT COUNT(*) FROM "account" a WHERE "balance" <>
                (SELECT COALESCE(SUM("amount"), 0) FROM "ledger_entry" WHERE "account" = a."id")
            """
        ),
        (
            "holders' or receivers' accounts below zero",
            #"SELECT COUNT(*) FROM "account" WHERE "balance" < 0 AND "place" NOT LIKE 'opening/%'"#
        ),
        (
            "settled payments without their movement",
            """
            SELECT COUNT(*) FROM "payment" p WHERE "status" = 'ACSC' AND
                (SELECT COUNT(*) FROM "ledger_entry" e WHERE e."movement" = p."end_to_end_id"
                    AND ((e."account" = p."debtor" AND e."amount" = -p."amount")
                        OR (e."account" = p."creditor" AND e."amount" = p."amount"))) <> 2
            """
        ),
        (
            "movements of payments that are not settled or of no payment",
            """
            SELECT COUNT(*) FROM (SELECT DISTINCT "movement" FROM "ledger_entry" WHERE "movement" NOT LIKE 'opening/%') m
            WHERE NOT EXISTS
                (SELECT 1 FROM "payment" p WHERE p."end_to_end_id" = m."movement" AND p."status" = 'ACSC')
            """
        ),
        (
            "end-to-end ids that name more than one payment",
            #"SELECT COUNT(*) FROM (SELECT 1 FROM "payment" GROUP BY "end_to_end_id" HAVING COUNT(*) > 1) m"#
        ),
        (
            "consents that were paid more than once",
            // A schedule's payments come together, one for each day; the id has the day after its prefix and the ISPB.
            """
            SELECT COUNT(*) FROM (SELECT 1 FROM "payment" GROUP BY "consent"
                HAVING COUNT(*) > COUNT(DISTINCT SUBSTR("end_to_end_id", 10, 8)) OR COUNT(DISTINCT "created_at") > 1) m
            """
        ),
    ]

    func faults() throws -> [String] {
        var faults: [String] = []
        for question in Self.questions {
            let count = try count(question.sql)
            if count != 0 { faults.append("\(count) \(question.sentence)") }
        }
        return faults + (try database.damage().map(\.description))
    }

    func count(_ sql: String) throws -> Int { Int(clamping: try number(sql)) }

    func number(_ sql: String) throws -> Int64 {
        guard let row = try database.row(sql, []) else { return 0 }
        var columns = ColumnReader(row, table: "ledger_entry")
        return try columns.integer()
    }
}
