public import ChaveWire

/// A message between platform and bank, with its one JSON form.
///
/// Its description is redacted, because messages name people, accounts, codes and tokens.
public protocol InstitutionMessage: Hashable, Sendable, CustomStringConvertible, CustomDebugStringConvertible,
    CustomReflectable
{
    init(json: JSONValue) throws(InstitutionMessageError)
    var json: JSONValue { get }
}

extension InstitutionMessage {
    public var description: String { "<redacted>" }
    public var debugDescription: String { description }
    public var customMirror: Mirror { Mirror(self, children: [(label: String?, value: Any)]()) }

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
