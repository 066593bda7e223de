package import ChaveBase
package import SQLPort

/// The number of payments made in one period of time, by status.
package struct PaymentOutcomes: Hashable, Sendable {
    package var start: Timestamp
    package var succeeded: Int
    package var failed: Int
    package var canceled: Int
    /// The payments that have not ended.
    package var open: Int

    /// The statuses in the order of the columns that count them.
    package static let statuses = ["SUCCEEDED", "FAILED", "CANCELED", "PENDING", "PROCESSING", "SCHEDULED"]

    /// Reads the start and a count for each of ``statuses``.
    package init(columnValues values: ArraySlice<SQLValue>) throws {
        start = Timestamp(microseconds: try values.at(0).integer)
        succeeded = Int(try values.at(1).integer)
        failed = Int(try values.at(2).integer)
        canceled = Int(try values.at(3).integer)
        open = Int(try values.at(4).integer) + Int(try values.at(5).integer) + Int(try values.at(6).integer)
    }
}
