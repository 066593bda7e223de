public import ChaveWire

/// One page of a list.
public struct ResourceList<Resource: APIMessage>: APIMessage {
    /// The total number of objects, exact up to 10,000.
    public var count: Int64
    /// The address of the next page, at most 4,000 characters.
    public var next: String?
    /// The address of the page before, at most 4,000 characters.
    public var previous: String?
    /// The objects of this page, newest first.
    public var results: [Resource]
    /// Whether the total number is larger than `count`.
    public var isCountCapped: Bool

    /// One page; `next` and `previous` are complete URLs.
    public init(count: Int64, next: String?, previous: String?, results: [Resource], isCountCapped: Bool = false) {
        self.count = count
        self.next = next
        self.previous = previous
        self.results = results
        self.isCountCapped = isCountCapped
    }

    public static var schema: Schema {
        Schema(
            "\(Resource.schema.name)List",
            "One page of a list.",
            [
                .always("count", .integer(0...Int64.max), "How many there are, exact up to 10,000."),
                .orNull("next", .text(longest: 4_000), "The address of the next page."),
                .orNull("previous", .text(longest: 4_000), "The address of the page before."),
                .always(
                    "results",
                    .array(.object(Resource.schema), count: 0...1_000, takesSingleValue: false),
                    "The page, newest first."
                ),
                Field("count_capped", .boolean, .optional, "True when there are more than count."),
            ]
        )
    }

    public init(json: JSONValue) throws(FieldErrors) {
        let reader = try FieldReader(json)
        guard reader.object["results"]?.array != nil else { throw reader.failure("results") }
        results = try reader.messages("results")
        count = reader.find("count") ?? Int64(results.count)
        next = reader.find("next")
        previous = reader.find("previous")
        isCountCapped = reader.find("count_capped") ?? false
    }

    public var json: JSONValue {
        var object = JSONObject()
        object.write("count", count)
        object.write("next", next)
        object.write("previous", previous)
        object["results"] = .array(results.map(\.json))
        if isCountCapped { object.write("count_capped", true) }
        return .object(object)
    }
}
