public import ChaveBase
import ChavePixModel
import PostgresClient
import PostgresNodes

/// What would keep a server from running over a PostgreSQL, looked at one after the other.
public struct DatabaseExamination: Sendable {
    /// One thing that was looked at.
    public struct Check: Hashable, Sendable {
        public var name: String
        /// What is wrong and the way out; `nil` where nothing is.
        public var problem: String?
    }

    private let settings: PostgresSettings
    private let connections: Int
    private let now: @Sendable () -> Timestamp

    /// Leases and deadlines of nodes go by clocks; within this they agree well enough.
    static let clockMayDifferBySeconds: Int64 = 2

    /// `configuration` is that of the server that is to run, or `nil` where its settings cannot be taken; `nil` where a
    /// place's stores are files.
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

    /// Asks the database; where it cannot be reached, that is the only check, and it has a problem.
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

    /// What it says of itself.
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

    /// What this server and the living nodes may take together.
    private func ofConnections(_ pool: PostgresPool, _ facts: PostgresFacts) async throws -> Check {
        var nodes: [LivingNode] = []
        if try await PostgresStores.isThere(.nodes, over: pool) {
            nodes = try await PostgresNodeRegister(over: pool, mayMigrate: false).livingNodes()
        }
        let wanted = nodes.reduce(connections) { $0 + $1.connections }
        let allowed = facts.connectionsAllowed
        return Check(
            name: "database connections, \(nodes.count) nodes alive",
            problem: wanted <= Int(clamping: allowed)
                ? nil
                : "\(wanted) may be wanted and \(allowed) are allowed. Raise max_connections or lower --database-connections."
        )
    }
}
