import PostgresClientLibrary

extension PostgresRows {
    /// Copies the rows of a libpq result.
    init(_ result: borrowing LibraryResult, statement: Int) throws(PostgresError) {
        let handle = result.handle
        let width = Int32(max(0, PQnfields(handle)))
        let height = Int32(max(0, PQntuples(handle)))
        self.init(count: Int(PQcmdTuples(handle).map { String(cString: $0) } ?? "") ?? Int(height))
        columns = (0..<width).map { PQfname(handle, $0).map { String(cString: $0) } ?? "" }
        rows.reserveCapacity(Int(height))
        for row in 0..<height {
            var values: [PostgresValue] = []
            values.reserveCapacity(Int(width))
            for column in 0..<width { values.append(try Self.value(handle, row, column, statement)) }
            rows.append(values)
        }
    }

    private static func value(
        _ handle: OpaquePointer,
        _ row: Int32,
        _ column: Int32,
        _ statement: Int
    ) throws(PostgresError) -> PostgresValue {
        if PQgetisnull(handle, row, column) != 0 { return .null }
        let type = PQftype(handle, column)
        let count = Int(max(0, PQgetlength(handle, row, column)))
        let start = UnsafeRawPointer(PQgetvalue(handle, row, column))?.assumingMemoryBound(to: UInt8.self)
        let wire = UnsafeBufferPointer(start: start, count: start == nil ? 0 : count)
        guard PQfformat(handle, column) == 1, let value = PostgresValue(type: type, wire: wire) else {
            throw PostgresError(
                .unreadableAnswer,
                statement: statement,
                explanation: "column \(column + 1) has the type \(type): cast it to bigint, boolean, text or bytea"
            )
        }
        return value
    }
}
