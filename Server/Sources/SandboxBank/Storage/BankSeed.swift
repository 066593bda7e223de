import ChaveJOSE
import ChavePixModel
import Foundation
import GRDB
import InstitutionPort
import SQLiteWriter

/// What a new bank starts with: keys, holders' accounts, opening balances.
struct BankSeed {
    let branches: [InstitutionID: Branch]
    /// Signs the access tokens.
    let tokenKey: [UInt8]

    /// Reads what is there and makes what is missing, in one transaction.
    static func plant(
        in writer: GroupCommitWriter,
        configuration: SandboxBank.Configuration,
        world: SandboxBank.World
    ) async throws -> BankSeed {
        let stored = try await writer.read { try storedKeys($0) }
        var keys: [String: SigningKey] = [:]
        for institution in SandboxInstitution.all {
            // The library takes its own randomness for RSA keys.
            keys[institution.ispb] = try stored[institution.ispb] ?? SigningKey.generate(.ps256)
        }
        let signingKeys = keys
        let tokenKey = try await writer.write { database in
            try plant(signingKeys, in: database, configuration: configuration, world: world)
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

    private static func storedKeys(_ database: Database) throws -> [String: SigningKey] {
        var keys: [String: SigningKey] = [:]
        for row in try database.rows(#"SELECT "ispb", "pem" FROM "institution_key""#, []) {
            var columns = ColumnReader(row, table: "institution_key")
            let ispb = columns.text()
            keys[ispb] = try SigningKey(pem: columns.text(), algorithm: .ps256)
        }
        return keys
    }

    private static func plant(
        _ keys: [String: SigningKey],
        in database: Database,
        configuration: SandboxBank.Configuration,
        world: SandboxBank.World
    ) throws -> [UInt8] {
        let ledger = Ledger(database: database)
        for institution in SandboxInstitution.all {
            guard let key = keys[institution.ispb] else { continue }
            try database.run(
                #"INSERT OR IGNORE INTO "institution_key" ("ispb", "pem") VALUES (?1, ?2)"#,
                [institution.ispb, key.secretPEM]
            )
            for holder in SandboxHolder.all {
                for opening in holder.accounts(at: institution, checkingBalance: configuration.openingBalance) {
                    try ledger.open(opening, holder: holder, at: world.now())
                }
            }
        }
        try database.run(
            #"INSERT OR IGNORE INTO "bank_secret" ("name", "value") VALUES ('access_token', ?1)"#,
            [world.randomBytes(32).blob]
        )
        guard let row = try database.row(#"SELECT "value" FROM "bank_secret" WHERE "name" = 'access_token'"#, []) else {
            throw BankDatabaseFault(table: "bank_secret", column: "value")
        }
        var columns = ColumnReader(row, table: "bank_secret")
        return columns.bytes()
    }
}
