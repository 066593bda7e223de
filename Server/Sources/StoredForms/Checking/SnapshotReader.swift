/// A database as of one moment, for a check that reads all of it.
package protocol SnapshotReader {
    associatedtype Value: ColumnValue

    /// The column of `audit_entry` by which entries stand in the order of their commits.
    static var placeOfEntry: String { get }

    /// What the database finds wrong with itself.
    func damages() throws -> [StoreFinding]

    /// Calls `body` with each row, however many there are.
    func each(_ sql: String, _ body: (ArraySlice<Value>) throws -> Void) throws

    /// The first row; `$1`, `$2` and so on are texts.
    func first(_ sql: String, _ texts: [String]) throws -> ArraySlice<Value>?
}
