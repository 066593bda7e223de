public import ChaveBase
public import PostgresClient
import SQLPort

extension SandboxCards {
    /// Opens the cards in PostgreSQL, in the schema `cards`, or creates them there, empty.
    ///
    /// Several nodes may share the cards: a card issued by one node exists for all, and only one transaction at a time
    /// changes tokens. The pool belongs to the cards, and closing the cards closes it. The pool's role needs rights
    /// only on the schema, which it owns or may create. The options `isSynced` and `onFatal` are for files and have no
    /// effect here.
    ///
    /// - Throws: `MigrationRefusal` where a newer program has migrated the schema, or `PostgresError`.
    public convenience init(over pool: PostgresPool, options: Options, world: World) async throws {
        try await CardsSchema.all.inPostgres.apply(over: pool)
        self.init(in: PostgresTurns(ofCardsOver: pool), options: options, world: world)
    }

    /// Whether the cards' tables were ever created there.
    public static func exists(over pool: PostgresPool) async throws -> Bool {
        try await CardsSchema.all.inPostgres.isThere(over: pool)
    }

    /// Migrates the cards' schema, without cards; nodes of the same program may run during the call.
    ///
    /// - Returns: the names of the steps that this call applied.
    /// - Throws: `MigrationRefusal` where a newer program has migrated the schema, or `PostgresError`.
    @discardableResult public static func migrate(over pool: PostgresPool) async throws -> [String] {
        try await CardsSchema.all.inPostgres.apply(over: pool)
    }

    /// Checks the cards in PostgreSQL without changes; nodes may run during the call, and the caller closes the pool.
    ///
    /// - Throws: `MigrationRefusal` where the schema is not this program's, or `PostgresError`.
    public static func verdict(over pool: PostgresPool) async throws -> CardsVerdict {
        try await CardsSchema.all.inPostgres.require(over: pool)
        return try await PostgresTurns(ofCardsOver: pool).snapshot { try CardsVerdict($0) }
    }
}
