import CSQLite

/// A function of this program that statements call by name; it makes the same id from the same values.
public struct SQLiteFunction: Sendable {
    /// The sixteen bytes of an id as two big-endian numbers.
    public typealias Halves = (high: UInt64, low: UInt64)

    let name: String
    let valueCount: Int
    let body: @Sendable (Values) -> Halves?

    /// Names the function; statements get `NULL` where `body` returns `nil`.
    public init(_ name: String, values count: Int, _ body: @escaping @Sendable (Values) -> Halves?) {
        self.name = name
        valueCount = count
        self.body = body
    }

    /// The arguments of one call, valid only during the call.
    public struct Values {
        fileprivate let values: UnsafeMutablePointer<OpaquePointer?>

        public func integer(at place: Int) -> Int64 { sqlite3_value_int64(values[place]) }

        /// The halves of an argument; `nil` unless it has sixteen bytes.
        public func halves(at place: Int) -> Halves? {
            SQLiteStatement.halves(of: sqlite3_value_blob(values[place]), sqlite3_value_bytes(values[place]))
        }
    }
}

extension SQLiteConnection {
    /// Adds the function for statements that are prepared from now on.
    public func define(_ function: SQLiteFunction) throws(SQLiteError) {
        let context = Unmanaged.passRetained(DefinedFunction(function)).toOpaque()
        // SQLite releases the context with the connection, and also when it refuses the function.
        let code = sqlite3_create_function_v2(
            handle,
            function.name,
            Int32(clamping: function.valueCount),
            SQLITE_UTF8 | SQLITE_DETERMINISTIC,
            context,
            { context, _, values in
                guard let values, let known = sqlite3_user_data(context) else { return }
                let function = Unmanaged<DefinedFunction>.fromOpaque(known).takeUnretainedValue().function
                guard let (high, low) = function.body(SQLiteFunction.Values(values: values)) else { return }
                let id = (high.bigEndian, low.bigEndian)
                withUnsafeBytes(of: id) { sqlite3_result_blob(context, $0.baseAddress, 16, chave_copied()) }
            },
            nil,
            nil,
            { context in
                guard let context else { return }
                Unmanaged<DefinedFunction>.fromOpaque(context).release()
            }
        )
        guard code == SQLITE_OK else { throw SQLiteError(code: code) }
    }
}

/// Holds a function as an object for SQLite.
private final class DefinedFunction {
    let function: SQLiteFunction

    init(_ function: SQLiteFunction) { self.function = function }
}
