public import ChaveWire

/// What a PATCH does to a merchant's notes: names with a string, which is set, or without one, which go.
public struct MetadataChanges: Hashable, Sendable {
    /// Whether everything that there was goes first.
    public var removesAll: Bool
    /// Strings, and `null` or an empty string for what goes.
    public private(set) var object: JSONObject

    /// Nothing changes, or everything goes.
    public init(removingAll removesAll: Bool = false) {
        self.removesAll = removesAll
        object = JSONObject()
    }

    /// Sets the note of that name; `nil` or an empty text removes it.
    public mutating func set(_ name: String, to value: String?) { object[name] = JSONValue(value) }

    /// `null` removes all; of a request the table has refused what is no change.
    init(json: JSONValue?) {
        self.init(removingAll: json?.isNull ?? false)
        if let members = json?.object { object = members }
    }

    var json: JSONValue { removesAll && object.isEmpty ? .null : .object(object) }
}

extension Metadata {
    /// How many notes an object has at most.
    public static let most = 50

    /// The notes after `changes`: what is set again keeps its place, what is new comes last.
    public func changed(by changes: MetadataChanges) -> Metadata {
        var changed = changes.removesAll ? Metadata() : self
        for member in changes.object.members {
            let text = member.value.string ?? ""
            changed[member.name] = text.isEmpty ? nil : text
        }
        return changed
    }
}
