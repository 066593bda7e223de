import ChavePixModel
import PostgresClient
import TokenActivationCore

/// Reads a row of these tables; what the schema allows and this program never wrote is an error too.
struct ActivationColumns {
    private var columns: PostgresColumns

    init(_ row: [PostgresValue]) { columns = PostgresColumns(row) }

    mutating func integer() throws(PostgresError) -> Int64 { try columns.integer() }
    mutating func optionalInteger() throws(PostgresError) -> Int64? { try columns.optionalInteger() }
    mutating func text() throws(PostgresError) -> String { try columns.text() }
    mutating func optionalText() throws(PostgresError) -> String? { try columns.optionalText() }
    mutating func time() throws(PostgresError) -> Timestamp { Timestamp(microseconds: try columns.integer()) }

    mutating func optionalTime() throws(PostgresError) -> Timestamp? {
        try columns.optionalInteger().map { Timestamp(microseconds: $0) }
    }

    mutating func blobText() throws(PostgresError) -> String { String(decoding: try columns.bytes(), as: UTF8.self) }

    mutating func optionalBlobText() throws(PostgresError) -> String? {
        try columns.optionalBytes().map { String(decoding: $0, as: UTF8.self) }
    }

    mutating func digest() throws(PostgresError) -> ActivationDigest {
        try required(ActivationDigest(bytes: try columns.bytes()), "a digest")
    }

    mutating func optionalDigest() throws(PostgresError) -> ActivationDigest? {
        guard let bytes = try columns.optionalBytes() else { return nil }
        return try required(ActivationDigest(bytes: bytes), "a digest")
    }

    /// What was made of the columns just read; they must make something.
    func required<Value>(_ value: Value?, _ name: String) throws(PostgresError) -> Value {
        guard let value else {
            throw PostgresError(.unreadableAnswer, explanation: "\(name) of an activation is none that is known")
        }
        return value
    }
}
