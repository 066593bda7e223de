import PaymentsModel
package import SQLPort

/// The readable rows of a list.
///
/// One row that a disk or another program has damaged does not hide the others.
package struct ReadableRows<Record: Sendable>: Sendable {
    package var records: [Record]
    /// How many rows were omitted.
    package var unreadable: Int

    package init(_ rows: [[SQLValue]], _ decode: (ArraySlice<SQLValue>) throws -> Record) {
        records = rows.compactMap { try? decode($0[...]) }
        unreadable = rows.count - records.count
    }
}

/// A record with the name of the organisation that owns it.
package struct OwnedRecord<Record: Sendable>: Sendable {
    package var record: Record
    package var organisation: String
    /// Whether that organisation accepts callbacks without their enrollment.
    package var takesUnboundCallbacks: Bool
}

extension OwnedRecord where Record: StoredRecord {
    /// Reads the record's columns and, after them, its organisation's body.
    package init(columnValues values: ArraySlice<SQLValue>) throws {
        record = try Record(columnValues: values)
        let owner = try Organisation(columnValues: values.dropFirst(Record.columns.count))
        organisation = owner.name
        takesUnboundCallbacks = owner.unboundCallbacks
    }
}
