/// A JSON value as written: numbers keep their text, objects keep the order of their members.
public enum JSONValue: Hashable, Sendable {
    /// `null`.
    case null
    /// `true` or `false`.
    case bool(Bool)
    /// A number, with its text as written.
    case number(JSONNumber)
    /// A text.
    case string(String)
    /// A list.
    case array([JSONValue])
    /// Members by name, in their order.
    case object(JSONObject)
}

extension JSONValue {
    /// The text; `nil` for any other value.
    public var string: String? {
        guard case .string(let text) = self else { return nil }
        return text
    }

    /// The truth value; `nil` for any other value.
    public var bool: Bool? {
        guard case .bool(let value) = self else { return nil }
        return value
    }

    /// The number; `nil` for any other value.
    public var number: JSONNumber? {
        guard case .number(let value) = self else { return nil }
        return value
    }

    /// The items; `nil` for any other value.
    public var array: [JSONValue]? {
        guard case .array(let elements) = self else { return nil }
        return elements
    }

    /// The members; `nil` for any other value.
    public var object: JSONObject? {
        guard case .object(let object) = self else { return nil }
        return object
    }

    /// Whether the value is `null`.
    public var isNull: Bool { self == .null }

    /// The member of an object; `nil` when the value is not an object or has no such member.
    public subscript(name: String) -> JSONValue? { object?[name] }
}

extension JSONValue: ExpressibleByStringLiteral, ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral,
    ExpressibleByNilLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
    public init(stringLiteral value: String) { self = .string(value) }
    public init(booleanLiteral value: Bool) { self = .bool(value) }
    public init(integerLiteral value: Int64) { self = .number(JSONNumber(value)) }
    public init(nilLiteral: ()) { self = .null }
    public init(arrayLiteral elements: JSONValue...) { self = .array(elements) }

    /// An object literal.
    ///
    /// - Precondition: no name occurs twice.
    public init(dictionaryLiteral elements: (String, JSONValue)...) {
        var object = JSONObject()
        for (name, value) in elements {
            precondition(object[name] == nil, "a JSON object literal names each member once")
            object[name] = value
        }
        self = .object(object)
    }

    /// A whole number.
    public init(_ value: Int64) { self = .number(JSONNumber(value)) }
    /// A whole number.
    public init(_ value: Int) { self = .number(JSONNumber(Int64(value))) }

    /// A text, or `null` for `nil`.
    public init(_ text: String?) { self = text.map(JSONValue.string) ?? .null }
}
