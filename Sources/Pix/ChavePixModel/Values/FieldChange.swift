import ChaveWire

/// What a PATCH does to a member that may be without a value (RFC 7396): leaving it out and `null` are two things.
public enum FieldChange<Value: Hashable & Sendable>: Hashable, Sendable {
    /// Left out.
    case unchanged
    /// `null`.
    case removed
    /// The value becomes this.
    case set(Value)

    /// What becomes of `value`.
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
