public import ChaveBase
public import PostgresClient
import SQLPort

extension SandboxBank {
    /// Opens the bank in PostgreSQL, in the schema `bank`, or makes it there with its keys, holders and opening balances.
    ///
    /// Several nodes may have it at once: each has the same keys, and of what they do at one institution nothing happens at
    /// the same time. The pool is the bank's own, and is closed with it; its role needs no rights but those on the schema,
    /// which it owns or may make. `isSynced`, `isShared` and `onFatal` of the configuration are a file's, and mean nothing
    /// here.
    ///
    /// - Throws: `MigrationRefusal` where a newer program has been there, or `PostgresError`.
    public convenience init(over pool: PostgresPool, configuration: Configuration, world: World) async throws {
        try await BankSchema.all.inPostgres.apply(over: pool)
        try await self.init(in: PostgresTurns(ofBankOver: pool), configuration: configuration, world: world)
    }

    /// Whether a bank was made in PostgreSQL.
    public static func exists(over pool: PostgresPool) async throws -> Bool {
        try await BankSchema.all.inPostgres.isThere(over: pool)
    }

    /// Brings the schema of the bank in PostgreSQL up to date, without a bank; nodes of the same program may run meanwhile.
    ///
    /// - Returns: the names of the steps that this call took.
    @discardableResult public static func migrate(over pool: PostgresPool) async throws -> [String] {
        try await BankSchema.all.inPostgres.apply(over: pool)
    }

    /// Examines the bank in PostgreSQL as it is, without a bank; nodes may run meanwhile.
    ///
    /// - Throws: `MigrationRefusal` where the schema is not this program's, or `PostgresError`.
    public static func verdict(over pool: PostgresPool) async throws -> LedgerVerdict {
        try await BankSchema.all.inPostgres.require(over: pool)
        return try await PostgresTurns(ofBankOver: pool).snapshot { try LedgerVerdict($0) }
    }
}
