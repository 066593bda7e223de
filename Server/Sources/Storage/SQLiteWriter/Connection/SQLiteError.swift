import CSQLite

/// SQLite's refusal or failure.
///
/// It holds no value of a row. The message names tables, columns and files, and the part of a statement that SQLite
/// could not parse.
public struct SQLiteError: Error, Hashable, Sendable {
    /// SQLite's extended result code.
    public var code: Int32
    public var message: String?

    public init(code: Int32, message: String? = nil) {
        self.code = code
        self.message = message
    }

    static let closed = SQLiteError(code: SQLITE_MISUSE, message: "the connection is closed")

    /// SQLite's primary result code, the group of ``code``.
    public var primaryCode: Int32 { code & 0xFF }
}

extension SQLiteError: CustomStringConvertible {
    public var description: String { "SQLite error \(code)" + (message.map { ": \($0)" } ?? "") }
}
