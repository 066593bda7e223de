import ChaveWire

extension JSONValue {
    /// The same value with the member at `path` replaced, or removed for `nil`.
    func replacing(_ path: ArraySlice<String>, with value: JSONValue?) -> JSONValue {
        guard let name = path.first else { return value ?? .null }
        guard var object else { return self }
        if path.count == 1 {
            object[name] = value
        } else if let inner = object[name] {
            object[name] = inner.replacing(path.dropFirst(), with: value)
        }
        return .object(object)
    }

    func replacing(_ path: [String], with value: JSONValue?) -> JSONValue { replacing(path[...], with: value) }

    func value(at path: [String]) -> JSONValue? {
        path.reduce(JSONValue?.some(self)) { value, name in value?[name] }
    }
}

/// A small generator whose numbers are the same in every run (SplitMix64).
struct SeededGenerator: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var value = state
        value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
        return value ^ (value >> 31)
    }
}
