import ChaveBase
public import ChaveWire

/// A message of the Payments API: a plain value with one table of its fields.
public protocol APIMessage: Hashable, Sendable {
    /// The table of the members, and the source of the OpenAPI document.
    static var schema: Schema { get }
    /// Reads the message: a request reports every error of its table, a response only the missing values that it needs.
    init(json: JSONValue) throws(FieldErrors)
    /// The message with its members in the table's order.
    var json: JSONValue { get }
}

/// A message that a caller sends and the server checks.
public protocol APIRequest: APIMessage {
    /// Reads the message as the server does, for rules that depend on the platform or the callback.
    init(json: JSONValue, in context: SchemaContext) throws(FieldErrors)
}

extension APIRequest {
    public init(json: JSONValue) throws(FieldErrors) { try self.init(json: json, in: SchemaContext()) }
}
