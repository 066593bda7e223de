public import PostgresClient

/// A node with its last report about itself.
public struct LivingNode: Hashable, Sendable {
    /// The id that the node chose at its start.
    public var id: Int64
    /// Machine and port, for people to read.
    public var name: String
    public var version: String
    /// The maximum number of the node's connections to the database.
    public var connections: Int
    /// The ids of the field keys in use, with the wrapping key first.
    public var fieldKeys: [String]

    public init(id: Int64, name: String, version: String, connections: Int, fieldKeys: [String]) {
        self.id = id
        self.name = name
        self.version = version
        self.connections = connections
        self.fieldKeys = fieldKeys
    }
}

extension PostgresNodeRegister {
    /// A node without a report for this time counts as dead.
    public static let aliveForSeconds: Int64 = 15

    /// Reports that the node is alive, by the database's clock, and deletes nodes that died a day ago.
    public func beat(_ node: LivingNode) async throws(PostgresError) {
        let values: [PostgresValue] = [
            .integer(node.id), .text(node.name), .text(node.version), .integer(Int64(node.connections)),
            .text(node.fieldKeys.joined(separator: " ")),
        ]
        let statements = [PostgresStatement(NodeStatement.beat, values), PostgresStatement(NodeStatement.forget)]
        _ = try await pool.run(PostgresBatch(.writes, statements))
    }

    /// Removes a node that ends.
    public func leave(_ id: Int64) async throws(PostgresError) {
        _ = try await run(NodeStatement.leave, [.integer(id)])
    }

    /// The nodes that reported within ``aliveForSeconds``, sorted by name.
    public func livingNodes() async throws(PostgresError) -> [LivingNode] {
        let microseconds = Self.aliveForSeconds * 1_000_000
        let statement = PostgresStatement(NodeStatement.living, [.integer(microseconds)])
        var nodes: [LivingNode] = []
        for row in try await pool.runRetrying(PostgresBatch(.reads, [statement])).first?.rows ?? [] {
            var columns = PostgresColumns(row)
            nodes.append(
                LivingNode(
                    id: try columns.integer(),
                    name: try columns.text(),
                    version: try columns.text(),
                    connections: Int(try columns.integer()),
                    fieldKeys: try columns.text().split(separator: " ").map(String.init)
                )
            )
        }
        return nodes
    }
}

/// The complete statements about nodes; they use the database's clock, which all nodes share.
enum NodeStatement {
    private static let now = "CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000000 AS BIGINT)"

    static let beat = """
        INSERT INTO "nodes"."node" ("id", "name", "version", "connections", "field_keys", "seen_at")
        VALUES ($1, $2, $3, $4, $5, \(now))
        ON CONFLICT ("id") DO UPDATE SET "field_keys" = EXCLUDED."field_keys", "seen_at" = EXCLUDED."seen_at"
        """

    static let forget = #"DELETE FROM "nodes"."node" WHERE "seen_at" < \#(now) - 86400000000"#

    static let leave = #"DELETE FROM "nodes"."node" WHERE "id" = $1"#

    static let living = """
        SELECT "id", "name", "version", "connections", "field_keys" FROM "nodes"."node"
        WHERE "seen_at" > \(now) - $1 ORDER BY "name", "id"
        """
}
