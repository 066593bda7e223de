import ChaveWire

/// A PATCH's change to an optional member (RFC 7396), where an absent member and `null` differ.
public enum FieldChange<Value: Hashable & Sendable>: Hashable, Sendable {
    /// The request leaves the member out.
    case unchanged
    /// The request sends `null`.
    case removed
    /// The request sets the member to this value.
    case set(Value)

    /// The value after this change to `value`.
    public func applied(to value: Value?) -> Value? {
        switch self {
        case .unchanged: value
        case .removed: nil
        case .set(let new): new
        }
    }
}

extension FieldReader {
    func change<Value: JSONScalar & Hashable & Sendable>(_ name: String) -> FieldChange<Value> {
        if object[name]?.isNull == true { return .removed }
        return (find(name) as Value?).map(FieldChange.set) ?? .unchanged
    }
}

extension JSONObject {
    mutating func write<Value: JSONScalar & Hashable & Sendable>(_ name: String, change: FieldChange<Value>) {
        switch change {
        case .unchanged: return
        case .removed: self[name] = .null
        case .set(let value): self[name] = value.scalar
        }
    }
}
