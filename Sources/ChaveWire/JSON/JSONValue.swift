/// A JSON value as it was written: numbers keep their text, objects keep the order of their members.
public enum JSONValue: Hashable, Sendable {
    case null
    case bool(Bool)
    case number(JSONNumber)
    case string(String)
    case array([JSONValue])
    case object(JSONObject)
}

extension JSONValue {
    public var string: String? {
        guard case .string(let text) = self else { return nil }
        return text
    }

    public var bool: Bool? {
        guard case .bool(let value) = self else { return nil }
        return value
    }

    public var number: JSONNumber? {
        guard case .number(let value) = self else { return nil }
        return value
    }

    public var array: [JSONValue]? {
        guard case .array(let elements) = self else { return nil }
        return elements
    }

    public var object: JSONObject? {
        guard case .object(let object) = self else { return nil }
        return object
    }

    public var isNull: Bool { self == .null }

    /// The member of an object; `nil` when this is no object or has no such member.
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
    /// - Precondition: no name stands twice.
    public init(dictionaryLiteral elements: (String, JSONValue)...) {
        var object = JSONObject()
        for (name, value) in elements {
            precondition(object[name] == nil, "a JSON object literal names each member once")
            object[name] = value
        }
        self = .object(object)
    }

    public init(_ value: Int64) { self = .number(JSONNumber(value)) }
    public init(_ value: Int) { self = .number(JSONNumber(Int64(value))) }

    /// `null` for `nil`.
    public init(_ text: String?) { self = text.map(JSONValue.string) ?? .null }
}
