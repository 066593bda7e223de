import ChaveBase
import PostgresClient
import SQLPort

extension PostgresTurns<BankTurn> {
    /// Makes the turns of a bank: an institution's turn locks the row of the institution's key.
    convenience init(ofBankOver pool: PostgresPool) {
        self.init(over: pool, schema: BankSchema.all.name) { turn in
            switch turn {
            case .institution(let ispb):
                [
                    PostgresStatement(
                        #"SELECT "ispb" FROM "institution_key" WHERE "ispb" = $1 FOR UPDATE"#,
                        [.text(ispb)]
                    )
                ]
            case .opening: [BankSchema.all.lock]
            case .upkeep: []
            }
        }
    }
}
