public import ChaveWire

/// A PATCH's changes to a merchant's notes: a name with a string is set, a name without one is removed.
public struct MetadataChanges: Hashable, Sendable {
    /// Whether all existing notes are removed first.
    public var removesAll: Bool
    /// The changes by name: a string to set, `null` or an empty string to remove.
    public private(set) var object: JSONObject

    /// Changes nothing, or removes all notes.
    public init(removingAll removesAll: Bool = false) {
        self.removesAll = removesAll
        object = JSONObject()
    }

    /// Sets the note of that name; `nil` or an empty text removes it.
    public mutating func set(_ name: String, to value: String?) { object[name] = JSONValue(value) }

    /// The changes in `json`, where `null` removes all notes; the table of a request has already refused other values.
    init(json: JSONValue?) {
        self.init(removingAll: json?.isNull ?? false)
        if let members = json?.object { object = members }
    }

    var json: JSONValue { removesAll && object.isEmpty ? .null : .object(object) }
}

extension Metadata {
    /// The maximum number of notes of an object.
    public static let most = 50

    /// The notes after `changes`: a replaced note keeps its place, a new note comes last.
    public func changed(by changes: MetadataChanges) -> Metadata {
        var changed = changes.removesAll ? Metadata() : self
        for member in changes.object.members {
            let text = member.value.string ?? ""
            changed[member.name] = text.isEmpty ? nil : text
        }
        return changed
    }
}
