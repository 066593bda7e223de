import GRDB
public import PaymentsCore
import StoredForms
public import Webhooks

/// A delivery with what a list says beside it.
public struct ListedDelivery: Sendable {
    public var delivery: WebhookDelivery
    /// The stored object whose change is told: of a charge its intent; `nil` for a test.
    public var object: ObjectReference?
    /// Where it goes to: whole, so nobody but this server may see it.
    public var url: String
    public var isEndpointEnabled: Bool
    public var organisation: String
}

extension ListedDelivery {
    static let columnList = """
        \(WebhookDelivery.columnList(of: "d")), "v"."object_kind", "v"."object_id" AS "told_id", "p"."url",
            "p"."standing", "o"."body"
        """

    init(columnValues values: ArraySlice<DatabaseValue>) throws {
        delivery = try WebhookDelivery(columnValues: values)
        let rest = values.dropFirst(WebhookDelivery.columns.count)
        object = try rest.at(0).isNull ? nil : ObjectReference(columnValues: rest)
        url = try rest.at(2).string
        isEndpointEnabled = try rest.at(3).string == "enabled"
        organisation = try Organisation(columnValues: rest.dropFirst(4)).name
    }
}

extension Database {
    func deliveries(_ sql: String, _ arguments: [DatabaseValue]) throws -> ReadableRows<ListedDelivery> {
        ReadableRows(try rows(sql, arguments)) { try ListedDelivery(columnValues: $0) }
    }
}
