public import ChaveBase
import ChavePixModel
import PostgresClient
import PostgresNodes

/// The checks that show whether a server can run over a PostgreSQL, one after the other.
public struct DatabaseExamination: Sendable {
    /// One check with its result.
    public struct Check: Hashable, Sendable {
        public var name: String
        /// The problem and the next step; `nil` when there is no problem.
        public var problem: String?
    }

    private let settings: PostgresSettings
    private let connections: Int
    private let now: @Sendable () -> Timestamp

    /// The allowed difference of clocks, on which the nodes' leases and deadlines depend.
    static let clockMayDifferBySeconds: Int64 = 2

    /// Makes the checks of a place; `nil` when its stores are files.
    ///
    /// `configuration` is that of the planned server, or `nil` when its settings are invalid.
    public init?(
        _ place: DataPlace,
        for configuration: ServerConfiguration?,
        now: @escaping @Sendable () -> Timestamp = { Timestamp.current() }
    ) {
        guard var settings = place.database else { return nil }
        connections = configuration?.databaseConnections ?? ServerSettings.standardDatabaseConnections
        settings.connections = 1
        self.settings = settings
        self.now = now
    }

    /// Runs the checks on the database; when it cannot be reached, the only check reports that problem.
    public func checks() async -> [Check] {
        let pool = PostgresPool(settings)
        var checks: [Check] = []
        do {
            let facts = try await PostgresFacts(over: pool)
            checks.append(Check(name: "database \(settings)", problem: nil))
            checks += of(facts)
            checks += try await ofSchemas(pool, facts)
            checks.append(try await ofConnections(pool, facts))
        } catch {
            let why = DatabaseSentence.of(error) ?? "\(type(of: error))"
            checks.append(Check(name: checks.isEmpty ? "database \(settings)" : "database answers", problem: why))
        }
        await pool.close()
        return checks
    }

    /// The checks of the database's own values.
    func of(_ facts: PostgresFacts) -> [Check] {
        let oldest = PostgresFacts.oldestVersion
        let isOld = facts.version < oldest * 10_000
        let apart = abs(facts.clock - now().microseconds) / 1_000_000
        return [
            Check(
                name: "database version \(facts.version / 10_000)",
                problem: isOld ? "PostgreSQL \(oldest) or newer is needed." : nil
            ),
            Check(
                name: "database takes writes",
                problem: facts.isStandby || facts.isReadOnly
                    ? "it is a standby or read-only. Name the server that takes writes." : nil
            ),
            Check(
                name: "database keeps commits",
                problem: facts.keepsCommits
                    ? nil : "fsync or synchronous_commit is off: a payment that was answered can be lost. Turn them on."
            ),
            Check(
                name: "database clock",
                problem: apart <= Self.clockMayDifferBySeconds
                    ? nil : "it and this machine's are \(apart) s apart. Set both by the same time servers."
            ),
        ]
    }

    private func ofSchemas(_ pool: PostgresPool, _ facts: PostgresFacts) async throws -> [Check] {
        var checks: [Check] = []
        var present: [String] = []
        for store in PostgresStores.Store.allCases {
            let isThere = try await PostgresStores.isThere(store, over: pool)
            guard isThere || PostgresStores.Store.ofEveryServer.contains(store) else { continue }
            if isThere { present.append(store.rawValue) }
            checks.append(
                Check(
                    name: "schema \(store.rawValue)",
                    problem: isThere
                        ? await problem(of: store, pool)
                        : facts.mayMakeSchemas
                            ? nil : "it is not there, and the role may not make it. As its owner run: chave db migrate"
                )
            )
        }
        let closed = try await PostgresFacts.closedTables(of: present, over: pool)
        let few = closed.prefix(5).joined(separator: ", ") + (closed.count > 5 ? " and \(closed.count - 5) more" : "")
        checks.append(
            Check(
                name: "rights of the role \(facts.role)",
                problem: closed.isEmpty
                    ? nil : "it may not read and write \(few). Grant it the rights of docs/operations.md."
            )
        )
        return checks
    }

    private func problem(of store: PostgresStores.Store, _ pool: PostgresPool) async -> String? {
        do {
            try await PostgresStores.require(store, over: pool)
            return nil
        } catch {
            return DatabaseSentence.of(error) ?? "\(type(of: error))"
        }
    }

    /// The check of the connections that this server and the living nodes may use together.
    private func ofConnections(_ pool: PostgresPool, _ facts: PostgresFacts) async throws -> Check {
        var nodes: [LivingNode] = []
        if try await PostgresStores.isThere(.nodes, over: pool) {
            nodes = try await PostgresNodeRegister(over: pool, mayMigrate: false).livingNodes()
        }
        let wanted = nodes.reduce(connections) { $0 + $1.connections }
        let allowed = facts.connectionsAllowed
        return Check(
            name: "database connections, \(Counted.of(nodes.count, "node")) alive",
            problem: wanted <= Int(clamping: allowed)
                ? nil
                : "\(wanted) may be wanted and \(allowed) are allowed. Raise max_connections or lower --database-connections."
        )
    }
}
