import ChaveBase
public import ChaveWire

/// A message of the Payments API: a plain value with one table of its fields.
public protocol APIMessage: Hashable, Sendable {
    /// The table of its members, from which the OpenAPI document is made.
    static var schema: Schema { get }
    /// Reads the message; a request reports everything that its table refuses, an answer only what it cannot do without.
    init(json: JSONValue) throws(FieldErrors)
    /// The message with its members in the table's order.
    var json: JSONValue { get }
}

/// A message that a caller sends and the server judges.
public protocol APIRequest: APIMessage {
    /// Reads the message as the server does, where the platform or the callback's rules matter.
    init(json: JSONValue, in context: SchemaContext) throws(FieldErrors)
}

extension APIRequest {
    public init(json: JSONValue) throws(FieldErrors) { try self.init(json: json, in: SchemaContext()) }
}
