import PostgresClient
import SQLPort

/// The bank's tables in PostgreSQL.
enum PostgresBankSchema {
    typealias Step = PostgresSchema.Step

    static let name = "bank"

    /// Held by the node that makes or changes what all of them share.
    static let lock = PostgresStatement("SELECT pg_advisory_xact_lock($1)", [.integer(0x6368_6176_6562)])

    static let all = PostgresSchema(
        name: name,
        steps: [bank, holderPages, refusals, notificationClaims],
        lock: lock
    )
}

extension PostgresTurns<BankTurn> {
    /// A bank: whoever has an institution's turn holds the row of its key.
    convenience init(ofBankOver pool: PostgresPool) {
        self.init(over: pool, schema: PostgresBankSchema.name) { turn in
            switch turn {
            case .institution(let ispb):
                [
                    PostgresStatement(
                        #"SELECT "ispb" FROM "institution_key" WHERE "ispb" = $1 FOR UPDATE"#,
                        [.text(ispb)]
                    )
                ]
            case .opening: [PostgresBankSchema.lock]
            case .upkeep: []
            }
        }
    }
}
