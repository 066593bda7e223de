import ChaveBase
import ChavePixModel
import InstitutionPort
import SQLPort

/// The notifications that one node has leased for delivery to the platform and to clients.
///
/// No other node delivers them during the lease. When the node dies before it has delivered all, another node takes
/// them after the lease. Each notification is delivered at least once.
struct NotificationClaim: Sendable {
    /// One change of which nobody has been told yet.
    struct Item: Sendable {
        let id: Int64
        let ispb: String
        /// The client that the object belongs to.
        let client: String
        let kind: InstitutionNotificationKind
        let object: String
    }

    /// The maximum number of notifications in one claim.
    private static let most = 100

    private let token: [UInt8]
    /// The notifications in their order of arrival; at least one.
    let items: [Item]

    /// Leases the oldest free notifications; `nil` when there are none.
    static func taken(in database: any SQLDatabase, token: [UInt8], at now: Timestamp) throws -> NotificationClaim? {
        let now = try database.sharedClock(at: now)
        let sql = """
            UPDATE "notification" SET "claim" = ?1, "claimed_until" = ?2 WHERE "id" IN
                (SELECT "id" FROM "notification" WHERE "claimed_until" IS NULL OR "claimed_until" <= ?3
                ORDER BY "id" LIMIT \(most) \(database.takingRows))
            RETURNING "id", "ispb", "client", "kind", "object"
            """
        let until = database.leaseSeconds == 0 ? nil : now.adding(seconds: database.leaseSeconds).microseconds
        let items = try database.rows(sql, [token.blob, until, now.microseconds]).map(item)
        if items.isEmpty { return nil }
        return NotificationClaim(token: token, items: items.sorted { $0.id < $1.id })
    }

    /// Deletes the claimed notifications after their delivery.
    func settle(in database: any SQLDatabase) throws {
        try database.run(#"DELETE FROM "notification" WHERE "claim" = ?1"#, [token.blob])
    }

    private static func item(_ row: SQLRow) throws -> Item {
        var columns = ColumnReader(row, table: "notification")
        let id = try columns.integer()
        let ispb = try columns.text()
        let client = try columns.text()
        guard let kind = InstitutionNotificationKind(rawValue: try columns.text()) else { throw columns.fault("kind") }
        return Item(id: id, ispb: ispb, client: client, kind: kind, object: try columns.text())
    }
}
