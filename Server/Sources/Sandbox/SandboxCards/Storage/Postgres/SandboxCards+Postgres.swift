public import ChaveBase
public import PostgresClient
import SQLPort

extension SandboxCards {
    /// Opens the cards in PostgreSQL, in the schema `cards`, or makes it there, empty.
    ///
    /// Several nodes may have them at once: a card that one gave out is the others' card too, and nothing happens to two
    /// tokens at the same time. The pool is the cards' own, and is closed with them; its role needs no rights but those on
    /// the schema, which it owns or may make. `isSynced` and `onFatal` of the options are a file's, and mean nothing here.
    ///
    /// - Throws: `MigrationRefusal` where a newer program has been there, or `PostgresError`.
    public convenience init(over pool: PostgresPool, options: Options, world: World) async throws {
        try await CardsSchema.all.inPostgres.apply(over: pool)
        self.init(in: PostgresTurns(ofCardsOver: pool), options: options, world: world)
    }

    /// Whether cards were ever made there.
    public static func exists(over pool: PostgresPool) async throws -> Bool {
        try await CardsSchema.all.inPostgres.isThere(over: pool)
    }

    /// Brings the schema of the cards up to date, without cards; nodes of the same program may run meanwhile.
    ///
    /// - Returns: the names of the steps that this call took.
    /// - Throws: `MigrationRefusal` where a newer program has been there, or `PostgresError`.
    @discardableResult public static func migrate(over pool: PostgresPool) async throws -> [String] {
        try await CardsSchema.all.inPostgres.apply(over: pool)
    }

    /// Examines the cards in PostgreSQL as they are; nodes may run meanwhile, and the pool stays the caller's.
    ///
    /// - Throws: `MigrationRefusal` where the schema is not this program's, or `PostgresError`.
    public static func verdict(over pool: PostgresPool) async throws -> CardsVerdict {
        try await CardsSchema.all.inPostgres.require(over: pool)
        return try await PostgresTurns(ofCardsOver: pool).snapshot { try CardsVerdict($0) }
    }
}
