package import PaymentsModel
package import SQLPort
package import Webhooks

/// A delivery with the values that a list shows beside it.
package struct ListedDelivery: Sendable {
    package var delivery: WebhookDelivery
    /// The stored object whose change the event reports: for a charge its intent; `nil` for a test.
    package var object: ObjectReference?
    /// The complete URL of the endpoint, which only this server may see.
    package var url: String
    package var isEndpointEnabled: Bool
    package var organisation: String
}

extension ListedDelivery {
    /// The columns of a join of the delivery as `d`, its event as `v`, its endpoint as `p` and its organisation as `o`.
    package static let columnList = """
        \(WebhookDelivery.columnList(of: "d")), "v"."object_kind", "v"."object_id" AS "told_id", "p"."url",
            "p"."standing", "o"."body"
        """

    package init(columnValues values: ArraySlice<SQLValue>) throws {
        delivery = try WebhookDelivery(columnValues: values)
        let rest = values.dropFirst(WebhookDelivery.columns.count)
        object = try rest.at(0).isNull ? nil : ObjectReference(columnValues: rest)
        url = try rest.at(2).string
        isEndpointEnabled = try rest.at(3).string == "enabled"
        organisation = try Organisation(columnValues: rest.dropFirst(4)).name
    }
}
