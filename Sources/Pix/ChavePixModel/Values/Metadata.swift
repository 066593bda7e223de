public import ChaveWire

/// A merchant's notes on an object: at most 50 short strings by name, in the order in which they came.
public struct Metadata: Hashable, Sendable {
    /// The notes as JSON.
    public private(set) var object: JSONObject

    /// No notes.
    public init() { object = JSONObject() }

    /// The members of `json` that are strings; the table of a request has already refused all others.
    init?(scalar json: JSONValue) {
        guard let source = json.object else { return nil }
        object = JSONObject()
        for member in source.members where member.value.string != nil { object[member.name] = member.value }
    }

    /// The note of that name; setting `nil` removes it.
    ///
    /// The table of the message checks the limits.
    public subscript(name: String) -> String? {
        get { object[name]?.string }
        set { object[name] = newValue.map(JSONValue.string) }
    }

    /// The names, in the order in which they were written.
    public var names: [String] { object.names }
    /// Whether there is no note.
    public var isEmpty: Bool { object.isEmpty }
    /// The notes as a JSON object.
    public var json: JSONValue { .object(object) }
}

extension Metadata: JSONScalar {
    var scalar: JSONValue { json }
}
