public import ChaveBase
public import PostgresClient
import SQLPort

extension SandboxBank {
    /// Opens the bank in PostgreSQL, in the schema `bank`, or creates it with its keys, holders and opening balances.
    ///
    /// Several nodes may share the bank: all have the same keys, and only one at a time works at an institution. The
    /// pool belongs to the bank, and closing the bank closes it. The pool's role needs rights only on the schema, which
    /// it owns or may create. The options `isSynced`, `isShared` and `onFatal` are for files and have no effect here.
    ///
    /// - Throws: `MigrationRefusal` where a newer program has migrated the schema, or `PostgresError`.
    public convenience init(over pool: PostgresPool, configuration: Configuration, world: World) async throws {
        try await BankSchema.all.inPostgres.apply(over: pool)
        try await self.init(in: PostgresTurns(ofBankOver: pool), configuration: configuration, world: world)
    }

    /// Whether PostgreSQL has a bank.
    public static func exists(over pool: PostgresPool) async throws -> Bool {
        try await BankSchema.all.inPostgres.isThere(over: pool)
    }

    /// Migrates the bank's schema in PostgreSQL, without a bank; nodes of the same program may run during the call.
    ///
    /// - Returns: the names of the steps that this call applied.
    @discardableResult public static func migrate(over pool: PostgresPool) async throws -> [String] {
        try await BankSchema.all.inPostgres.apply(over: pool)
    }

    /// Checks the bank in PostgreSQL without changes and without a running bank; nodes may run during the call.
    ///
    /// - Throws: `MigrationRefusal` where the schema is not this program's, or `PostgresError`.
    public static func verdict(over pool: PostgresPool) async throws -> LedgerVerdict {
        try await BankSchema.all.inPostgres.require(over: pool)
        return try await PostgresTurns(ofBankOver: pool).snapshot { try LedgerVerdict($0) }
    }
}
