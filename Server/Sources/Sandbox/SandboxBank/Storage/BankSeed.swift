import ChaveBase
import ChaveJOSE
import ChavePixModel
import Foundation
import InstitutionPort
import SQLPort

/// The first content of a new bank: keys, holders' accounts, opening balances.
struct BankSeed {
    let branches: [InstitutionID: Branch]
    /// The key that signs the access tokens.
    let tokenKey: [UInt8]

    /// Reads the stored parts and creates the missing ones; all nodes get the same, whichever comes first.
    static func plant(
        in store: any TurnStore<BankTurn>,
        configuration: SandboxBank.Configuration,
        world: World
    ) async throws -> BankSeed {
        let stored = try await store.snapshot { try storedKeys($0) }
        var made: [String: SigningKey] = [:]
        for institution in SandboxInstitution.all where stored[institution.ispb] == nil {
            // The library uses its own randomness for RSA keys.
            made[institution.ispb] = try SigningKey.generate(.ps256)
        }
        let newKeys = made
        // Another node may have stored keys in the meantime: the stored keys count, not the new ones.
        let (keys, tokenKey) = try await store.write(.opening) { database in
            let tokenKey = try plant(newKeys, in: database, configuration: configuration, world: world)
            return (try storedKeys(database), tokenKey)
        }
        var branches: [InstitutionID: Branch] = [:]
        for institution in SandboxInstitution.all {
            guard let key = keys[institution.ispb] else { continue }
            branches[institution.id] = Branch(
                institution: institution,
                key: key.named(key.publicKey.thumbprint)
            )
        }
        return BankSeed(branches: branches, tokenKey: tokenKey)
    }

    private static func storedKeys(_ database: any SQLDatabase) throws -> [String: SigningKey] {
        var keys: [String: SigningKey] = [:]
        for row in try database.rows(#"SELECT "ispb", "pem" FROM "institution_key""#, []) {
            var columns = ColumnReader(row, table: "institution_key")
            let ispb = try columns.text()
            keys[ispb] = try SigningKey(pem: columns.text(), algorithm: .ps256)
        }
        return keys
    }

    private static func plant(
        _ keys: [String: SigningKey],
        in database: any SQLDatabase,
        configuration: SandboxBank.Configuration,
        world: World
    ) throws -> [UInt8] {
        let ledger = Ledger(database: database)
        for institution in SandboxInstitution.all {
            if let key = keys[institution.ispb] {
                try database.run(
                    #"INSERT INTO "institution_key" ("ispb", "pem") VALUES (?1, ?2) ON CONFLICT DO NOTHING"#,
                    [institution.ispb, key.secretPEM]
                )
            }
            for holder in SandboxHolder.everybody {
                for opening in holder.accounts(at: institution, checkingBalance: configuration.openingBalance) {
                    try ledger.open(opening, holder: holder, at: world.now())
                }
            }
        }
        try database.run(
            #"INSERT INTO "bank_secret" ("name", "value") VALUES ('access_token', ?1) ON CONFLICT DO NOTHING"#,
            [world.randomBytes(32).blob]
        )
        guard let row = try database.row(#"SELECT "value" FROM "bank_secret" WHERE "name" = 'access_token'"#, []) else {
            throw SQLFault(table: "bank_secret", column: "value")
        }
        var columns = ColumnReader(row, table: "bank_secret")
        return try columns.bytes()
    }
}

/// The name of work that no two transactions of a bank do at once.
enum BankTurn: Hashable, Sendable {
    /// One institution's work, by its ISPB.
    case institution(String)
    /// A new bank's keys and accounts.
    case opening
    /// Work that needs no turn: each of its statements stands alone.
    case upkeep
}
