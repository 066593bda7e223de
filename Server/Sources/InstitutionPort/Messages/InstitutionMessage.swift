public import ChaveWire

/// A message between platform and bank, with its one JSON form.
public protocol InstitutionMessage: Hashable, Sendable {
    init(json: JSONValue) throws(InstitutionMessageError)
    var json: JSONValue { get }
}

extension InstitutionMessage {
    /// Reads the bytes of one message.
    public init(bytes: [UInt8]) throws(InstitutionMessageError) {
        let value: JSONValue
        do {
            value = try JSONValue(parsing: bytes)
        } catch {
            throw InstitutionMessageError(field: "", problem: .invalid)
        }
        try self.init(json: value)
    }

    /// The message as bytes.
    public var bytes: [UInt8] { json.encoded() }
}
