import PaymentsCore
import PostgresClient

/// One store's table `told_change`: what its commits changed, in the order of a number that the database gives out.
///
/// A line is written by the commit itself, so none is told that does not hold. Numbers are given out before the commit
/// shows, and a commit that is undone uses some up: `SequenceCursor` reads both.
struct ToldChanges: Sendable {
    /// The schema that the table is in, such as `payments`.
    let schema: String
    /// The columns that name an object.
    let columns: [String]
    private let writing: String
    private let reading: String
    private let highest: String
    private let forgetting: String

    private static let forgottenAtOnce = 10_000

    init(schema: String, columns: [String]) {
        self.schema = schema
        self.columns = columns
        let table = #""\#(schema)"."told_change""#
        let names = columns.map { "\"\($0)\"" }.joined(separator: ", ")
        let places = columns.indices.map { "$\($0 + 2)" }.joined(separator: ", ")
        writing = #"INSERT INTO \#(table) ("node", \#(names)) VALUES ($1, \#(places))"#
        highest = #"SELECT COALESCE(MAX("number"), 0) FROM \#(table)"#
        reading = """
            SELECT "number", "node" = $4, \(names) FROM (
                SELECT * FROM \(table) WHERE "number" = ANY (string_to_array($2, ',')::BIGINT[])
                UNION ALL
                (SELECT * FROM \(table) WHERE "number" > $1 ORDER BY "number" LIMIT $3)) AS "asked"
            ORDER BY "number" LIMIT $3
            """
        forgetting = """
            DELETE FROM \(table) WHERE "number" IN (
                SELECT "number" FROM \(table) WHERE "number" <= $1 ORDER BY "number" LIMIT $2
                FOR UPDATE SKIP LOCKED)
            """
    }

    /// The statements that make the table; `types` are those of the columns.
    func table(_ types: [String]) -> [String] {
        let names = zip(columns, types).map { "\"\($0)\" \($1) NOT NULL" }.joined(separator: ",\n    ")
        return [
            """
            CREATE TABLE "\(schema)"."told_change" (
                "number" BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
                "node" BIGINT NOT NULL,
                \(names)
            )
            """
        ]
    }

    /// Tells of one object, as part of the commit that changes it.
    func statement(by node: Int64, _ object: [PostgresValue]) -> PostgresStatement {
        PostgresStatement(writing, [.integer(node)] + object)
    }

    func reached(over pool: PostgresPool) async throws(PostgresError) -> Int64 {
        let answer = try await pool.runRetrying(PostgresBatch(.reads, [PostgresStatement(highest)]))
        var columns = PostgresColumns(answer.first?.rows.first ?? [])
        return try columns.integer()
    }

    /// `object` reads the columns that name an object.
    func changes<Object>(
        _ question: SequenceCursor.Question,
        limit: Int,
        notOf node: Int64,
        over pool: PostgresPool,
        object: (inout PostgresColumns) throws(PostgresError) -> Object?
    ) async throws(PostgresError) -> [ToldChange<Object>] {
        let missing = question.missing.map(String.init).joined(separator: ",")
        let values: [PostgresValue] = [.integer(question.after), .text(missing), .limit(limit), .integer(node)]
        let answer = try await pool.runRetrying(PostgresBatch(.reads, [PostgresStatement(reading, values)]))
        var changes: [ToldChange<Object>] = []
        for row in answer.first?.rows ?? [] {
            var columns = PostgresColumns(row)
            let number = try columns.integer()
            let isOwn = try columns.boolean()
            changes.append(ToldChange(number: number, object: isOwn ? nil : try object(&columns)))
        }
        return changes
    }

    /// Some lines at a time, and none that another node is just forgetting.
    func forget(through number: Int64, over pool: PostgresPool) async throws(PostgresError) {
        let values: [PostgresValue] = [.integer(number), .limit(Self.forgottenAtOnce)]
        var count: Int
        repeat {
            let batch = PostgresBatch(.writes, [PostgresStatement(forgetting, values)])
            count = try await pool.runRetrying(batch).first?.count ?? 0
        } while count == Self.forgottenAtOnce
    }
}
