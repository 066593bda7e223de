import CSQLite

/// A connection to a SQLite database, over the library's own interface.
///
/// Unchecked: one thread has it at a time, its creator or the thread that received it.
public final class SQLiteConnection: @unchecked Sendable {
    /// The purpose of opening a database.
    public enum Access: Sendable {
        /// Creates the file where there is none.
        case readingAndWriting
        case reading
    }

    /// The maximum number of cached statements; other texts are prepared each time.
    ///
    /// A program that generates texts must not fill the memory.
    private static let mostKept = 1_000

    package let handle: OpaquePointer
    private var kept: [StatementText: SQLiteStatement] = [:]
    private var isClosed = false

    /// Opens the database, enforces references, and refuses an unknown name in double quotes.
    ///
    /// - Parameters:
    ///   - path: the file's path, or `:memory:` for a database that ends with the connection.
    ///   - access: the purpose of opening it.
    ///   - busyTimeoutMilliseconds: the maximum wait for another program's lock on the database.
    /// - Throws: ``SQLiteError``.
    public init(path: String, _ access: Access, busyTimeoutMilliseconds: Int = 0) throws(SQLiteError) {
        let flags =
            switch access {
            case .readingAndWriting: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
            case .reading: SQLITE_OPEN_READONLY
            }
        var opened: OpaquePointer?
        // One thread has the connection at a time, so it needs no mutex.
        let code = sqlite3_open_v2(path, &opened, flags | SQLITE_OPEN_NOMUTEX, nil)
        guard code == SQLITE_OK, let opened else {
            let message = opened.map { String(cString: sqlite3_errmsg($0)) }
            sqlite3_close_v2(opened)
            throw SQLiteError(code: code, message: message)
        }
        handle = opened
        sqlite3_extended_result_codes(handle, 1)
        sqlite3_busy_timeout(handle, Int32(clamping: busyTimeoutMilliseconds))
        let refusing = chave_refuse_quoted_texts(handle)
        guard refusing == SQLITE_OK else { throw SQLiteError(code: refusing) }
        try execute(sql: "PRAGMA foreign_keys = ON")
    }

    deinit { close() }

    /// Ends the statements and closes the file.
    ///
    /// It may be called twice. The connection prepares no statement after it.
    public func close() {
        guard !isClosed else { return }
        isClosed = true
        kept = [:]
        // SQLite closes the file when the last statement still in use is gone.
        sqlite3_close_v2(handle)
    }

    /// Whether a transaction is open.
    public var isInsideTransaction: Bool { !isClosed && sqlite3_get_autocommit(handle) == 0 }

    /// The number of rows that the last changing statement changed.
    public var changesCount: Int { isClosed ? 0 : Int(sqlite3_changes64(handle)) }

    /// The number of rows changed since the connection was opened.
    public var totalChangesCount: Int64 { isClosed ? 0 : sqlite3_total_changes64(handle) }

    /// The cached statement of this text, prepared once; a new statement while the cached one is being read.
    public func statement(_ text: StatementText) throws(SQLiteError) -> SQLiteStatement {
        let known = kept[text]
        if let known, !known.isRunning { return known }
        let isKept = known == nil && kept.count < Self.mostKept
        let statement = try prepare(text.sql, keptLong: isKept)
        if isKept { kept[text] = statement }
        return statement
    }

    /// The statement of a text that is hashed at each call.
    public func statement(_ sql: String) throws(SQLiteError) -> SQLiteStatement { try statement(StatementText(sql)) }

    /// Prepares a separate statement, which no other code steps.
    ///
    /// A text with more than one statement is an error: the others would never run.
    public func prepare(_ sql: String) throws(SQLiteError) -> SQLiteStatement { try prepare(sql, keptLong: false) }

    /// Runs all statements of a text; they have no parameters.
    public func execute(sql: String) throws(SQLiteError) {
        guard !isClosed else { throw .closed }
        var failure: SQLiteError?
        sql.withCString { start in
            var rest: UnsafePointer<CChar>? = start
            while failure == nil, let next = rest, next.pointee != 0 {
                do throws(SQLiteError) {
                    try prepared(next, &rest)?.execute()
                } catch {
                    failure = error
                }
            }
        }
        if let failure { throw failure }
    }

    /// The first column of the first row of a query without parameters; `nil` when there is no row, or it is null.
    package func text(of sql: String) throws(SQLiteError) -> String? {
        try texts(of: sql).first ?? nil
    }

    /// The first column of each row.
    package func texts(of sql: String) throws(SQLiteError) -> [String?] {
        let statement = try prepare(sql)
        defer { statement.reset() }
        var texts: [String?] = []
        while try statement.step() {
            texts.append(statement.kind(at: 0) == .null ? nil : try statement.text(at: 0))
        }
        return texts
    }

    private func prepare(_ sql: String, keptLong: Bool) throws(SQLiteError) -> SQLiteStatement {
        guard !isClosed else { throw .closed }
        var (made, another): (OpaquePointer?, OpaquePointer?)
        let flags = keptLong ? UInt32(SQLITE_PREPARE_PERSISTENT) : 0
        let code = sql.withCString { start in
            var rest: UnsafePointer<CChar>?
            let code = sqlite3_prepare_v3(handle, start, -1, flags, &made, &rest)
            guard code == SQLITE_OK, made != nil, let rest, rest.pointee != 0 else { return code }
            return sqlite3_prepare_v3(handle, rest, -1, 0, &another, nil)
        }
        // Only space and comments may follow.
        guard another == nil else {
            sqlite3_finalize(another)
            sqlite3_finalize(made)
            throw SQLiteError(code: SQLITE_MISUSE, message: "there is more than one statement in the text")
        }
        guard code == SQLITE_OK else {
            let failure = failure(code)
            sqlite3_finalize(made)
            throw failure
        }
        guard let made else { throw SQLiteError(code: SQLITE_MISUSE, message: "there is no statement in the text") }
        return SQLiteStatement(made, of: handle)
    }

    /// Prepares the first statement of a text and returns its end in `end`; `nil` for only space and comments.
    private func prepared(
        _ start: UnsafePointer<CChar>,
        _ end: inout UnsafePointer<CChar>?
    ) throws(SQLiteError) -> SQLiteStatement? {
        var made: OpaquePointer?
        let code = sqlite3_prepare_v3(handle, start, -1, 0, &made, &end)
        guard code == SQLITE_OK else { throw failure(code) }
        return made.map { SQLiteStatement($0, of: handle) }
    }

    private func failure(_ code: Int32) -> SQLiteError {
        SQLiteError(code: code, message: String(cString: sqlite3_errmsg(handle)))
    }
}
