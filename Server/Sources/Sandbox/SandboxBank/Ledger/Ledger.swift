import ChaveBase
import ChavePixModel
import InstitutionPort
import SQLPort

/// Double entry: every movement has two entries whose sum is zero.
struct Ledger {
    let database: any SQLDatabase

    private static let adding = #"UPDATE "account" SET "balance" = "balance" + ?2 WHERE "id" = ?1"#

    /// Opens a holder's account once; the balance comes from the institution's opening account.
    func open(_ opening: AccountOpening, holder: SandboxHolder, at now: Timestamp) throws {
        guard case .account(let ispb, let issuer, let number, let type) = opening.place else { return }
        let new = try database.rows(
            """
            INSERT INTO "account" ("place", "ispb", "holder", "issuer", "number", "type", "approvers", "balance")
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, 0) ON CONFLICT DO NOTHING RETURNING "id"
            """,
            [opening.place.text, ispb, holder.cpf, issuer, number, type, opening.approvers]
        )
        guard let account = try new.first.map(id) else { return }
        let source = try accountID(.opening(ispb: ispb), ispb: ispb)
        try write("opening/\(account)", from: source, to: account, opening.balance.centavos, at: now)
    }

    /// Moves money; `false` without any change when the debtor has too little.
    ///
    /// - Precondition: the two accounts differ.
    func move(_ endToEndID: String, from debtor: Int64, to creditor: Int64, _ amount: Money, at now: Timestamp) throws
        -> Bool
    {
        precondition(debtor != creditor, "money moves between two accounts")
        let debited = try database.count(
            changedBy: #"UPDATE "account" SET "balance" = "balance" - ?2 WHERE "id" = ?1 AND "balance" >= ?2"#,
            [debtor, amount.centavos]
        )
        guard debited == 1 else { return false }
        try database.run(Self.adding, [creditor, amount.centavos])
        try writeEntries(endToEndID, from: debtor, to: creditor, amount.centavos, at: now)
        return true
    }

    /// The id of the account at a place; opens an empty account when the place has none.
    func accountID(_ place: AccountPlace, ispb: String) throws -> Int64 {
        try accountID(place, ispb: ispb, found: database.answers(to: [Self.accountID(at: place)])[0])
    }

    /// Asks for the account at a place.
    static func accountID(at place: AccountPlace) -> SQLQuestion {
        SQLQuestion(#"SELECT "id" FROM "account" WHERE "place" = ?1"#, [place.text])
    }

    /// The same with the `rows` that ``accountID(at:)`` has found.
    func accountID(_ place: AccountPlace, ispb: String, found rows: [SQLRow]) throws -> Int64 {
        if let row = rows.first { return try id(row) }
        let details: (issuer: String?, number: String?, type: String?) =
            if case .account(_, let issuer, let number, let type) = place { (issuer, number, type) } else {
                (nil, nil, nil)
            }
        let new = try database.rows(
            """
            INSERT INTO "account" ("place", "ispb", "issuer", "number", "type", "approvers", "balance")
            VALUES (?1, ?2, ?3, ?4, ?5, 1, 0) RETURNING "id"
            """,
            [place.text, ispb, details.issuer, details.number, details.type]
        )
        guard let id = try new.first.map(id) else { throw SQLFault(table: "account", column: "id") }
        return id
    }

    private func id(_ row: SQLRow) throws -> Int64 {
        var columns = ColumnReader(row, table: "account")
        return try columns.integer()
    }

    /// A holder's own account.
    func account(_ id: Int64) throws -> AccountRecord? {
        let sql = #"SELECT \#(AccountRecord.columns) FROM "account" WHERE "id" = ?1 AND "number" IS NOT NULL"#
        return try database.row(sql, [id]).map(AccountRecord.init)
    }

    /// The accounts that a holder has at one institution, in the order of their opening.
    func accounts(of cpf: String, at ispb: String) throws -> [AccountRecord] {
        let sql = """
            SELECT \(AccountRecord.columns) FROM "account"
            WHERE "ispb" = ?1 AND "holder" = ?2 AND "number" IS NOT NULL ORDER BY "id"
            """
        return try database.rows(sql, [ispb, cpf]).map(AccountRecord.init)
    }

    private func write(
        _ movement: String,
        from source: Int64,
        to target: Int64,
        _ centavos: Int64,
        at now: Timestamp
    ) throws {
        guard centavos > 0 else { return }
        try database.run(Self.adding, [source, -centavos])
        try database.run(Self.adding, [target, centavos])
        try writeEntries(movement, from: source, to: target, centavos, at: now)
    }

    private func writeEntries(
        _ movement: String,
        from source: Int64,
        to target: Int64,
        _ centavos: Int64,
        at now: Timestamp
    ) throws {
        try database.run(
            """
            INSERT INTO "ledger_entry" ("movement", "account", "amount", "made_at")
            VALUES (?1, ?2, -?4, ?5), (?1, ?3, ?4, ?5)
            """,
            [movement, source, target, centavos, now.microseconds]
        )
    }
}
