import SQLPort
import SQLiteWriter

/// Questions and statements of tests over a connection of the writer's.
extension SQLiteConnection {
    /// The first column of each row.
    func numbers(_ sql: String) throws -> [Int] {
        try rows(sql, []).map { row in
            var columns = ColumnReader(row, table: "test")
            return Int(try columns.integer())
        }
    }

    func execute(sql: String, arguments: SQLArguments) throws { try run(sql, arguments) }

    /// The steps of SQLite's plan for a statement, in its words.
    func plan(of sql: String) throws -> [String] {
        // Every statement numbers its parameters from 1; the plan does not depend on their values.
        let count = (1...40).last { sql.contains("?\($0)") } ?? 0
        let values = SQLArguments(Array(repeating: "", count: count))
        return try rows("EXPLAIN QUERY PLAN " + sql, values).map { row in
            guard case .text(let detail)? = row.values.last else { return "" }
            return detail
        }
    }
}
