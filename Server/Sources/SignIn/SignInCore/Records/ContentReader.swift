import ChaveBase
import ChaveWire

/// Reads what a record's content says; whatever is missing or of another kind means that it was not written by this version.
struct ContentReader {
    let kind: String
    let content: JSONObject

    func text(_ name: String) throws(SignInFault) -> String {
        guard let text = content[name]?.string else { throw .damaged(kind: kind) }
        return text
    }

    /// `nil` where it is absent; a member of another kind is damage.
    func optionalText(_ name: String) throws(SignInFault) -> String? {
        content[name] == nil ? nil : try text(name)
    }

    func integer(_ name: String) throws(SignInFault) -> Int64 {
        guard let value = content[name]?.number?.int64 else { throw .damaged(kind: kind) }
        return value
    }

    func optionalInteger(_ name: String) throws(SignInFault) -> Int64? {
        content[name] == nil ? nil : try integer(name)
    }

    func time(_ name: String) throws(SignInFault) -> Timestamp { Timestamp(microseconds: try integer(name)) }

    func optionalTime(_ name: String) throws(SignInFault) -> Timestamp? {
        try optionalInteger(name).map { Timestamp(microseconds: $0) }
    }

    func flag(_ name: String) throws(SignInFault) -> Bool {
        guard let value = content[name]?.bool else { throw .damaged(kind: kind) }
        return value
    }

    func optionalObject(_ name: String) throws(SignInFault) -> JSONObject? {
        guard let value = content[name] else { return nil }
        guard let object = value.object else { throw .damaged(kind: kind) }
        return object
    }

    func texts(_ name: String) throws(SignInFault) -> [String] {
        guard let array = content[name]?.array else { throw .damaged(kind: kind) }
        var texts: [String] = []
        for element in array {
            guard let text = element.string else { throw .damaged(kind: kind) }
            texts.append(text)
        }
        return texts
    }

    /// Base64url.
    func bytes(_ name: String) throws(SignInFault) -> [UInt8] {
        guard let bytes = try? Base64URL.decode(try text(name)) else { throw .damaged(kind: kind) }
        return bytes
    }

    func optionalBytes(_ name: String) throws(SignInFault) -> [UInt8]? {
        content[name] == nil ? nil : try bytes(name)
    }

    func byteStrings(_ name: String) throws(SignInFault) -> [[UInt8]] {
        var all: [[UInt8]] = []
        for text in try texts(name) {
            guard let bytes = try? Base64URL.decode(text) else { throw .damaged(kind: kind) }
            all.append(bytes)
        }
        return all
    }

    func digests(_ name: String) throws(SignInFault) -> [Digest] {
        var all: [Digest] = []
        for bytes in try byteStrings(name) {
            guard let digest = Digest(bytes: bytes) else { throw .damaged(kind: kind) }
            all.append(digest)
        }
        return all
    }

    func digest(_ name: String) throws(SignInFault) -> Digest {
        guard let digest = Digest(bytes: try bytes(name)) else { throw .damaged(kind: kind) }
        return digest
    }

    /// One of an enumeration's raw values.
    func choice<Choice: RawRepresentable<String>>(_ name: String, as _: Choice.Type) throws(SignInFault) -> Choice {
        guard let choice = Choice(rawValue: try text(name)) else { throw .damaged(kind: kind) }
        return choice
    }
}

extension JSONObject {
    /// An absent member for `nil`.
    mutating func set(_ name: String, _ text: String?) { self[name] = text.map(JSONValue.string) }
    mutating func set(_ name: String, _ value: Int64?) { self[name] = value.map { JSONValue($0) } }
    mutating func set(_ name: String, _ time: Timestamp?) { set(name, time?.microseconds) }
    mutating func set(_ name: String, _ flag: Bool) { self[name] = .bool(flag) }
    mutating func set(_ name: String, _ texts: [String]) { self[name] = .array(texts.map(JSONValue.string)) }
    mutating func set(_ name: String, _ bytes: [UInt8]?) { set(name, bytes.map { Base64URL.encode($0) }) }
    mutating func set(_ name: String, _ digest: Digest?) { set(name, digest?.bytes) }
}
