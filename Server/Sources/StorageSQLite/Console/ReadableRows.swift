import GRDB
import PaymentsCore
import StoredForms

/// What could be read of a list.
///
/// One row that a disk or another hand has damaged does not take the others away.
public struct ReadableRows<Record: Sendable>: Sendable {
    public var records: [Record]
    /// How many rows were left out.
    public var unreadable: Int

    init(_ rows: [[DatabaseValue]], _ decode: (ArraySlice<DatabaseValue>) throws -> Record) {
        records = rows.compactMap { try? decode($0[...]) }
        unreadable = rows.count - records.count
    }
}

/// A record with the name of the organisation that owns it.
public struct OwnedRecord<Record: Sendable>: Sendable {
    public var record: Record
    public var organisation: String
}

extension OwnedRecord where Record: StoredRecord {
    /// From the record's columns and, behind them, its organisation's body.
    init(columnValues values: ArraySlice<DatabaseValue>) throws {
        record = try Record(columnValues: values)
        organisation = try Organisation(columnValues: values.dropFirst(Record.columns.count)).name
    }
}

extension Database {
    func owned<Record: StoredRecord>(
        _ sql: String,
        _ arguments: [DatabaseValue]
    ) throws -> ReadableRows<OwnedRecord<Record>> {
        ReadableRows(try rows(sql, arguments)) { try OwnedRecord(columnValues: $0) }
    }
}
