package import ChaveBase
package import ChaveWire

/// Reads a record's content; a missing member or one of another kind means that this version did not write it.
package struct ContentReader {
    package let kind: String
    package let content: JSONObject

    package init(kind: String, content: JSONObject) {
        self.kind = kind
        self.content = content
    }

    package func text(_ name: String) throws(SignInFault) -> String {
        guard let text = content[name]?.string else { throw .damaged(kind: kind) }
        return text
    }

    /// The text; `nil` where it is absent; a member of another kind is damage.
    package func optionalText(_ name: String) throws(SignInFault) -> String? {
        content[name] == nil ? nil : try text(name)
    }

    package func integer(_ name: String) throws(SignInFault) -> Int64 {
        guard let value = content[name]?.number?.int64 else { throw .damaged(kind: kind) }
        return value
    }

    package func optionalInteger(_ name: String) throws(SignInFault) -> Int64? {
        content[name] == nil ? nil : try integer(name)
    }

    package func time(_ name: String) throws(SignInFault) -> Timestamp { Timestamp(microseconds: try integer(name)) }

    package func optionalTime(_ name: String) throws(SignInFault) -> Timestamp? {
        try optionalInteger(name).map { Timestamp(microseconds: $0) }
    }

    package func flag(_ name: String) throws(SignInFault) -> Bool {
        guard let value = content[name]?.bool else { throw .damaged(kind: kind) }
        return value
    }

    package func optionalObject(_ name: String) throws(SignInFault) -> JSONObject? {
        guard let value = content[name] else { return nil }
        guard let object = value.object else { throw .damaged(kind: kind) }
        return object
    }

    package func texts(_ name: String) throws(SignInFault) -> [String] {
        guard let array = content[name]?.array else { throw .damaged(kind: kind) }
        var texts: [String] = []
        for element in array {
            guard let text = element.string else { throw .damaged(kind: kind) }
            texts.append(text)
        }
        return texts
    }

    /// The bytes, which the content stores as base64url.
    package func bytes(_ name: String) throws(SignInFault) -> [UInt8] {
        guard let bytes = try? Base64URL.decode(try text(name)) else { throw .damaged(kind: kind) }
        return bytes
    }

    package func optionalBytes(_ name: String) throws(SignInFault) -> [UInt8]? {
        content[name] == nil ? nil : try bytes(name)
    }

    package func byteStrings(_ name: String) throws(SignInFault) -> [[UInt8]] {
        var all: [[UInt8]] = []
        for text in try texts(name) {
            guard let bytes = try? Base64URL.decode(text) else { throw .damaged(kind: kind) }
            all.append(bytes)
        }
        return all
    }

    package func digests(_ name: String) throws(SignInFault) -> [Digest] {
        var all: [Digest] = []
        for bytes in try byteStrings(name) {
            guard let digest = Digest(bytes: bytes) else { throw .damaged(kind: kind) }
            all.append(digest)
        }
        return all
    }

    package func digest(_ name: String) throws(SignInFault) -> Digest {
        guard let digest = Digest(bytes: try bytes(name)) else { throw .damaged(kind: kind) }
        return digest
    }

    /// A case of an enumeration, by its raw value.
    package func choice<Choice: RawRepresentable<String>>(_ name: String, as _: Choice.Type) throws(SignInFault)
        -> Choice
    {
        guard let choice = Choice(rawValue: try text(name)) else { throw .damaged(kind: kind) }
        return choice
    }
}

extension JSONObject {
    /// Sets a text; `nil` makes the member absent.
    package mutating func set(_ name: String, _ text: String?) { self[name] = text.map(JSONValue.string) }
    package mutating func set(_ name: String, _ value: Int64?) { self[name] = value.map { JSONValue($0) } }
    package mutating func set(_ name: String, _ time: Timestamp?) { set(name, time?.microseconds) }
    package mutating func set(_ name: String, _ flag: Bool) { self[name] = .bool(flag) }
    package mutating func set(_ name: String, _ texts: [String]) { self[name] = .array(texts.map(JSONValue.string)) }
    package mutating func set(_ name: String, _ bytes: [UInt8]?) { set(name, bytes.map { Base64URL.encode($0) }) }
    package mutating func set(_ name: String, _ digest: Digest?) { set(name, digest?.bytes) }
}

extension Digest {
    /// The digest in the id of a record.
    package init(recordID: String, kind: String) throws(SignInFault) {
        guard let bytes = try? Base64URL.decode(recordID), let digest = Digest(bytes: bytes) else {
            throw .damaged(kind: kind)
        }
        self = digest
    }
}
