import SQLPort

/// A stored consent, its paying enrollment and the enrollment's account.
///
/// Each is `nil` when this institution has none that the caller may see.
struct ConsentParties {
    let consent: ConsentRecord?
    let enrollment: EnrollmentRecord?
    let account: AccountRecord?

    private static let sql = """
        SELECT \(ConsentRecord.columns.of("c")), \(EnrollmentRecord.columns.of("e")), \(AccountRecord.columns.of("a"))
        FROM (SELECT 1) AS "asked"
        LEFT JOIN "consent" AS "c" ON "c"."id" = ?1 AND "c"."ispb" = ?3
        LEFT JOIN "enrollment" AS "e" ON "e"."id" = COALESCE(?2, "c"."enrollment") AND "e"."ispb" = ?3
        LEFT JOIN "account" AS "a" ON "a"."id" = "e"."account" AND "a"."number" IS NOT NULL
        """

    /// Asks for a consent and an enrollment, by default the enrollment that authorised the consent.
    static func question(consent: String?, enrollment: String? = nil, at ispb: String) -> SQLQuestion {
        SQLQuestion(sql, [consent, enrollment, ispb])
    }

    /// Reads the rows of ``question(consent:enrollment:at:)`` for the caller at a desk.
    init(_ rows: [SQLRow], _ desk: BankDesk) throws {
        guard let row = rows.first else { throw SQLFault(table: "consent", column: "id") }
        var columns = ColumnReader(row, table: "consent")
        consent = desk.visible(
            try columns.joined("consent", columns: ConsentRecord.columns.count).map(ConsentRecord.init)
        )
        enrollment = desk.visible(
            try columns.joined("enrollment", columns: EnrollmentRecord.columns.count).map(EnrollmentRecord.init)
        )
        let account = try columns.joined("account", columns: AccountRecord.columns.count).map(AccountRecord.init)
        self.account = enrollment == nil ? nil : account
    }
}
