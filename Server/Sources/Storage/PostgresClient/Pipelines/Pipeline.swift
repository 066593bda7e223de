import PostgresClientLibrary

/// The statements that a connection sends in one round trip, and the answers that it expects.
struct Pipeline {
    /// One expected answer, in the order of sending.
    enum Answer {
        /// The server planned a statement.
        case planned(sql: String, StatementNames.Plan, statement: Int)
        /// The server ran a statement.
        case ran(statement: Int)
        /// The server committed the batch.
        case held
    }

    private(set) var answers: [Answer] = []

    /// Hands the batch to libpq, which buffers it until the network accepts it.
    mutating func send(_ batch: PostgresBatch, on connection: PostgresConnection) throws(PostgresError) {
        var planned: [String: StatementNames.Plan] = [:]
        for (place, statement) in batch.statements.enumerated() {
            let name = try plan(statement, at: place, with: &planned, on: connection)
            guard Self.run(statement, name: name, on: connection.library.handle) else {
                throw Self.refused(by: connection, at: place)
            }
            answers.append(.ran(statement: place))
        }
        guard PQpipelineSync(connection.library.handle) == 1 else { throw Self.refused(by: connection, at: nil) }
        answers.append(.held)
    }

    /// The name of the statement's plan, planned now or before; `nil` for a statement without a name.
    private mutating func plan(
        _ statement: PostgresStatement,
        at place: Int,
        with planned: inout [String: StatementNames.Plan],
        on connection: PostgresConnection
    ) throws(PostgresError) -> String? {
        guard connection.statements == .prepared else { return nil }
        let types = statement.values.map(\.type)
        let older = planned[statement.sql] ?? connection.names.plan(statement.sql)
        if let older, older.takes(types) { return older.name }
        guard let plan = connection.names.next(types, after: older) else { return nil }
        let (handle, count) = (connection.library.handle, Int32(plan.types.count))
        guard PQsendPrepare(handle, plan.name, statement.sql, count, plan.types) == 1 else {
            throw Self.refused(by: connection, at: place)
        }
        answers.append(.planned(sql: statement.sql, plan, statement: place))
        planned[statement.sql] = plan
        return plan.name
    }

    private static func run(_ statement: PostgresStatement, name: String?, on handle: OpaquePointer) -> Bool {
        let count = Int32(statement.values.count)
        return WireValues.with(statement.values) { types, values, lengths, formats in
            guard let name else {
                return PQsendQueryParams(handle, statement.sql, count, types, values, lengths, formats, 1) == 1
            }
            return PQsendQueryPrepared(handle, name, count, values, lengths, formats, 1) == 1
        }
    }

    private static func refused(by connection: PostgresConnection, at place: Int?) -> PostgresError {
        PostgresError(.connectionLost, statement: place, explanation: "libpq did not take the statement")
    }
}

/// Lists of values as libpq accepts them, all in binary form.
enum WireValues {
    static func with<Answer>(
        _ values: [PostgresValue],
        _ body: (
            UnsafePointer<UInt32>?, UnsafePointer<UnsafePointer<CChar>?>?, UnsafePointer<Int32>?, UnsafePointer<Int32>?
        ) -> Answer
    ) -> Answer {
        let wires = values.map(\.wire)
        // One byte goes before each value, so that an empty value has a pointer too and does not count as null.
        var bytes: [UInt8] = []
        for wire in wires {
            bytes.append(0)
            bytes.append(contentsOf: wire ?? [])
        }
        let lengths = wires.map { Int32(clamping: $0?.count ?? 0) }
        let formats = [Int32](repeating: 1, count: values.count)
        let types = values.map(\.type)
        return bytes.withUnsafeBytes { buffer in
            let start = buffer.assumingMemoryBound(to: CChar.self).baseAddress
            var pointers: [UnsafePointer<CChar>?] = []
            var offset = 0
            for wire in wires {
                pointers.append(wire == nil ? nil : start.map { $0 + offset + 1 })
                offset += 1 + (wire?.count ?? 0)
            }
            return pointers.withUnsafeBufferPointer { body(types, $0.baseAddress, lengths, formats) }
        }
    }
}
