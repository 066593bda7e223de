/// The members of a JSON object, in the order in which they were written, each name once.
public struct JSONObject: Hashable, Sendable {
    public private(set) var names: [String] = []
    private var values: [String: JSONValue] = [:]

    public init() {}

    public var count: Int { names.count }
    public var isEmpty: Bool { names.isEmpty }

    /// The member with that name; setting `nil` removes it, setting a new name appends it.
    public subscript(name: String) -> JSONValue? {
        get { values[name] }
        set {
            if let newValue {
                if values.updateValue(newValue, forKey: name) == nil { names.append(name) }
            } else if values.removeValue(forKey: name) != nil {
                names.removeAll { $0 == name }
            }
        }
    }

    /// Name and value, in order.
    public var members: [(name: String, value: JSONValue)] {
        names.compactMap { name in values[name].map { (name, $0) } }
    }

    /// Two objects are equal when they have the same members; their order does not count (RFC 8259, section 4).
    public static func == (lhs: JSONObject, rhs: JSONObject) -> Bool { lhs.values == rhs.values }

    public func hash(into hasher: inout Hasher) { hasher.combine(values) }
}
