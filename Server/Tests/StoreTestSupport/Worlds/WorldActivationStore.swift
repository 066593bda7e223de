import CardsStores
public import ChaveBase
import ChavePixModel
import PostgresClient
import PostgresNodes
import ServerTestSupport
import Synchronization
public import TokenActivationCore

/// Activations in a world, with a look at all of them.
public final class WorldActivationStore: TokenActivationStore {
    /// What was ever stored, by name: a store tells nobody all that it has.
    private struct Names {
        /// In the order of insertion.
        var activations: [String] = []
        var chains: Set<ActivationAuditChain> = []
        var links: [Digest] = []
    }

    private let world = LazyWorld<any TokenActivationStore>(MemoryTokenActivationStore()) {
        try await SQLTokenActivationStore(over: $0, mayMigrate: false)
    }
    private let names = Mutex(Names())

    public init() {}

    /// From now on each call fails, as of a database that is gone.
    public func close() { world.setClosed(true) }

    /// The opposite, with everything that was there.
    public func reopen() { world.setClosed(false) }

    /// All that is there, in the order of insertion.
    public var activations: [Activation] {
        get async throws {
            try await found(names.withLock(\.activations)) { try await $0.activation($1) }
        }
    }

    /// Every audit chain that has an entry.
    public var chains: [ActivationAuditChain: [ActivationAuditEntry]] {
        get async throws {
            var chains: [ActivationAuditChain: [ActivationAuditEntry]] = [:]
            for chain in names.withLock(\.chains) { chains[chain] = try await audit(chain, after: 0, limit: 1_000_000) }
            return chains
        }
    }

    /// Notices that wait to be sent.
    public var pendingNotices: [PendingNotice] {
        get async throws {
            try await found(names.withLock(\.activations)) { try await $0.notice(ofActivation: $1) }
        }
    }

    /// Links that are still good, or were never removed.
    public var links: [SuspensionLink] {
        get async throws { try await found(names.withLock(\.links)) { try await $0.link($1) } }
    }

    /// Everything as one text, to look for what must not be there.
    public var everything: String {
        get async throws {
            guard let pool = try await world.pool else {
                return try await world.open { ($0 as? MemoryTokenActivationStore)?.everything ?? "" }
            }
            let tables = try await pool.run(PostgresBatch(.reads, [PostgresStatement(Self.tables)])).first?.rows ?? []
            var text = ""
            for case .text(let table)? in tables.map(\.first) {
                let rows = PostgresStatement(#"SELECT "row"::text FROM "token_activations"."\#(table)" AS "row""#)
                text += "\(try await pool.run(PostgresBatch(.reads, [rows])))\n"
            }
            return text
        }
    }

    private static let tables = #"SELECT "tablename"::text FROM "pg_tables" WHERE "schemaname" = 'token_activations'"#

    public func commit(
        _ change: ActivationChange
    ) async throws(ActivationStoreFault) -> ActivationCommitOutcome {
        let outcome = try await asking { try await $0.commit(change) }
        guard outcome == .committed else { return outcome }
        names.withLock { names in
            for write in change.writes {
                if case .insert(let activation) = write { names.activations.append(activation.id) }
                if case .insertLink(let link) = write { names.links.append(link.digest) }
            }
            names.chains.formUnion(change.audit.map(\.chain))
        }
        return outcome
    }

    public func activation(_ id: String) async throws(ActivationStoreFault) -> Activation? {
        try await asking { try await $0.activation(id) }
    }

    public func standing(_ token: TokenKey) async throws(ActivationStoreFault) -> Activation? {
        try await asking { try await $0.standing(token) }
    }

    public func claim(_ scope: Digest) async throws(ActivationStoreFault) -> IdempotencyClaim? {
        try await asking { try await $0.claim(scope) }
    }

    public func refusals(ofCard card: String, since: Timestamp) async throws(ActivationStoreFault) -> [Timestamp] {
        try await asking { try await $0.refusals(ofCard: card, since: since) }
    }

    public func notice(ofActivation id: String) async throws(ActivationStoreFault) -> PendingNotice? {
        try await asking { try await $0.notice(ofActivation: id) }
    }

    public func link(_ digest: Digest) async throws(ActivationStoreFault) -> SuspensionLink? {
        try await asking { try await $0.link(digest) }
    }

    public func dueActivations(at time: Timestamp, limit: Int) async throws(ActivationStoreFault) -> [Activation] {
        try await asking { try await $0.dueActivations(at: time, limit: limit) }
    }

    public func dueNotices(at time: Timestamp, limit: Int) async throws(ActivationStoreFault) -> [PendingNotice] {
        try await asking { try await $0.dueNotices(at: time, limit: limit) }
    }

    public func audit(
        _ chain: ActivationAuditChain,
        after last: Int64,
        limit: Int
    ) async throws(ActivationStoreFault) -> [ActivationAuditEntry] {
        try await asking { try await $0.audit(chain, after: last, limit: limit) }
    }

    public func removeExpired(_ ends: ActivationRetention, limit: Int) async throws(ActivationStoreFault) -> Int {
        try await asking { try await $0.removeExpired(ends, limit: limit) }
    }

    private func found<Name, Value>(
        _ names: [Name],
        _ find: (any TokenActivationStore, Name) async throws -> Value?
    ) async throws -> [Value] {
        try await world.open { store in
            var values: [Value] = []
            for name in names {
                if let value = try await find(store, name) { values.append(value) }
            }
            return values
        }
    }

    private func asking<Answer>(
        _ body: (any TokenActivationStore) async throws -> Answer
    ) async throws(ActivationStoreFault) -> Answer {
        do {
            return try await world.open(body)
        } catch {
            throw error as? ActivationStoreFault ?? ActivationStoreFault(underlying: error)
        }
    }
}
