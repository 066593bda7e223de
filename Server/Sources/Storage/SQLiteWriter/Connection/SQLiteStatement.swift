import CSQLite

/// A statement that one connection has prepared.
///
/// The code that steps it must reset it: a started statement without a reset keeps its transaction open.
public final class SQLiteStatement {
    private let handle: OpaquePointer
    private let connection: OpaquePointer
    /// The number of its parameters.
    public let parameterCount: Int
    /// The number of columns in its rows; 0 for a statement without rows.
    public let columnCount: Int
    /// Holds the bound values until the reset, so that SQLite makes no copies.
    private var room = UnsafeMutableRawBufferPointer(start: nil, count: 0)
    private var roomUsed = 0
    /// The maximum size of `room` after a reset; a larger room is freed.
    private static let mostRoomKept = 16_384

    init(_ handle: OpaquePointer, of connection: OpaquePointer) {
        self.handle = handle
        self.connection = connection
        parameterCount = Int(sqlite3_bind_parameter_count(handle))
        columnCount = Int(sqlite3_column_count(handle))
    }

    deinit {
        sqlite3_finalize(handle)
        room.deallocate()
    }

    /// Whether the statement has a current row.
    var isRunning: Bool { sqlite3_stmt_busy(handle) != 0 }

    // MARK: Parameters, from 1 on

    /// Allocates room for `count` bytes of the values that are bound before the next reset.
    ///
    /// - Precondition: no value is bound yet.
    public func makeRoom(for count: Int) {
        precondition(roomUsed == 0, "what is bound stays where it is until the reset")
        guard count > room.count else { return }
        room.deallocate()
        room = .allocate(byteCount: max(count, 256), alignment: 8)
    }

    /// Copies the bytes into the room, where they stay until the reset; `nil` without room, and SQLite makes its own
    /// copy.
    private func kept(_ bytes: UnsafeRawBufferPointer) -> UnsafeRawPointer? {
        guard let start = room.baseAddress, room.count - roomUsed >= bytes.count else { return nil }
        let place = start + roomUsed
        if let source = bytes.baseAddress { place.copyMemory(from: source, byteCount: bytes.count) }
        roomUsed += bytes.count
        return UnsafeRawPointer(place)
    }

    public func bindNull(at number: Int) throws(SQLiteError) { try taken(sqlite3_bind_null(handle, Int32(number))) }

    public func bind(_ value: Int64, at number: Int) throws(SQLiteError) {
        try taken(sqlite3_bind_int64(handle, Int32(number), value))
    }

    public func bind(_ value: Double, at number: Int) throws(SQLiteError) {
        try taken(sqlite3_bind_double(handle, Int32(number), value))
    }

    public func bind(_ value: String, at number: Int) throws(SQLiteError) {
        var value = value
        let code = value.withUTF8 { text in
            let kept = kept(UnsafeRawBufferPointer(text))
            let start = (kept ?? UnsafeRawPointer(text.baseAddress))?.assumingMemoryBound(to: CChar.self)
            // SQLite treats a text without an address as null.
            return start == nil
                ? sqlite3_bind_text(handle, Int32(number), "", 0, chave_copied())
                : sqlite3_bind_text64(
                    handle,
                    Int32(number),
                    start,
                    UInt64(text.count),
                    kept == nil ? chave_copied() : nil,
                    UInt8(SQLITE_UTF8)
                )
        }
        try taken(code)
    }

    public func bind(_ value: [UInt8], at number: Int) throws(SQLiteError) {
        try taken(value.withUnsafeBytes { bind($0, at: number) })
    }

    /// Binds sixteen bytes, big-endian.
    public func bind(high: UInt64, low: UInt64, at number: Int) throws(SQLiteError) {
        try taken(withUnsafeBytes(of: (high.bigEndian, low.bigEndian)) { bind($0, at: number) })
    }

    private func bind(_ bytes: UnsafeRawBufferPointer, at number: Int) -> Int32 {
        guard !bytes.isEmpty else { return sqlite3_bind_zeroblob(handle, Int32(number), 0) }
        let (kept, count) = (kept(bytes), UInt64(bytes.count))
        return kept == nil
            ? sqlite3_bind_blob64(handle, Int32(number), bytes.baseAddress, count, chave_copied())
            : sqlite3_bind_blob64(handle, Int32(number), kept, count, nil)
    }

    // MARK: Rows

    /// Steps to the next row.
    ///
    /// - Returns: `false` when there is no further row.
    public func step() throws(SQLiteError) -> Bool {
        switch sqlite3_step(handle) {
        case SQLITE_ROW: return true
        case SQLITE_DONE: return false
        case let code: throw failure(code)
        }
    }

    /// Releases the rows and the bound values.
    public func reset() {
        // `sqlite3_reset` returns the result of the last step again.
        sqlite3_reset(handle)
        sqlite3_clear_bindings(handle)
        roomUsed = 0
        guard room.count > Self.mostRoomKept else { return }
        room.deallocate()
        room = UnsafeMutableRawBufferPointer(start: nil, count: 0)
    }

    /// Runs the statement to its end and ignores its rows.
    public func execute() throws(SQLiteError) {
        defer { reset() }
        while try step() {}
    }

    /// The kind of value that a column of the current row holds.
    public enum ColumnKind: Sendable {
        case null, integer, fraction, text, bytes
    }

    /// The kind of value in a column, counted from 0.
    public func kind(at column: Int) -> ColumnKind {
        switch sqlite3_column_type(handle, Int32(column)) {
        case SQLITE_INTEGER: .integer
        case SQLITE_FLOAT: .fraction
        case SQLITE_TEXT: .text
        case SQLITE_BLOB: .bytes
        default: .null
        }
    }

    public func integer(at column: Int) -> Int64 { sqlite3_column_int64(handle, Int32(column)) }

    public func fraction(at column: Int) -> Double { sqlite3_column_double(handle, Int32(column)) }

    /// The text in a column; bytes that are not UTF-8 become U+FFFD.
    ///
    /// - Throws: ``SQLiteError`` when memory is missing.
    public func text(at column: Int) throws(SQLiteError) -> String {
        guard let start = sqlite3_column_text(handle, Int32(column)) else { throw failure(SQLITE_NOMEM) }
        let count = Int(sqlite3_column_bytes(handle, Int32(column)))
        return String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
    }

    /// - Throws: ``SQLiteError`` when memory is missing.
    public func bytes(at column: Int) throws(SQLiteError) -> [UInt8] {
        // An empty value also has no address.
        guard let start = sqlite3_column_blob(handle, Int32(column)) else {
            guard sqlite3_errcode(connection) == SQLITE_NOMEM else { return [] }
            throw failure(SQLITE_NOMEM)
        }
        let count = Int(sqlite3_column_bytes(handle, Int32(column)))
        return [UInt8](UnsafeRawBufferPointer(start: start, count: count))
    }

    /// The halves of sixteen bytes, big-endian; `nil` for any other count of bytes.
    public func halves(at column: Int) -> (high: UInt64, low: UInt64)? {
        Self.halves(of: sqlite3_column_blob(handle, Int32(column)), sqlite3_column_bytes(handle, Int32(column)))
    }

    static func halves(of start: UnsafeRawPointer?, _ count: Int32) -> (high: UInt64, low: UInt64)? {
        guard let start, count == 16 else { return nil }
        return (
            UInt64(bigEndian: start.loadUnaligned(as: UInt64.self)),
            UInt64(bigEndian: start.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
        )
    }

    private func taken(_ code: Int32) throws(SQLiteError) {
        guard code != SQLITE_OK else { return }
        throw failure(code)
    }

    private func failure(_ code: Int32) -> SQLiteError {
        SQLiteError(code: code, message: String(cString: sqlite3_errmsg(connection)))
    }
}

/// The text of a statement with its hash, which is computed once; connections find their cached statements by it.
///
/// Texts are long, and each runs many times.
public struct StatementText: Hashable, Sendable {
    public let sql: String
    private let hash: Int

    public init(_ sql: String) {
        self.sql = sql
        hash = sql.hashValue
    }

    public static func == (lhs: StatementText, rhs: StatementText) -> Bool {
        lhs.hash == rhs.hash && lhs.sql == rhs.sql
    }

    public func hash(into hasher: inout Hasher) { hasher.combine(hash) }
}
