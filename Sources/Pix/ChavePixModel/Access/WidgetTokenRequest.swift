public import ChaveBase
public import ChaveWire

/// The body of `POST /payments/api/widget-token/`; an empty body counts as an empty object.
public struct WidgetTokenRequest: APIRequest {
    /// The customer to whom the pair is bound; `nil` for none.
    public var customer: CustomerID?

    /// A token bound to one customer, or to none.
    public init(customer: CustomerID? = nil) { self.customer = customer }

    public static let schema = Schema(
        "WidgetTokenRequest",
        "Asks for a pair of tokens.",
        [
            // The table refuses null: a merchant whose variable is empty must not get a pair that opens every customer.
            Field("customer", .uuid, .optional, isNullable: false, "Binds the pair to this customer.")
        ]
    )

    public init(json: JSONValue, in context: SchemaContext) throws(FieldErrors) {
        try WidgetTokenRequest.schema.check(json, in: context)
        customer = try FieldReader(json).find("customer")
    }

    public var json: JSONValue {
        var object = JSONObject()
        object.writeIfAny("customer", customer)
        return .object(object)
    }
}

/// The body of `POST /payments/api/widget-token/refresh/`.
public struct RefreshTokenRequest: APIRequest, Redacted {
    /// The refresh token of the last pair, at most 8,192 characters.
    public var refresh: String

    /// A request with the refresh token of the last pair; the request uses that token up.
    public init(refresh: String) { self.refresh = refresh }

    public static let schema = Schema(
        "RefreshTokenRequest",
        "Asks for the next pair of tokens.",
        [Field("refresh", .text(longest: 8_192, .token), .required, "The refresh token of the last pair.")]
    )

    public init(json: JSONValue, in context: SchemaContext) throws(FieldErrors) {
        try RefreshTokenRequest.schema.check(json, in: context)
        refresh = try FieldReader(json).read("refresh")
    }

    public var json: JSONValue { ["refresh": .string(refresh)] }
}
