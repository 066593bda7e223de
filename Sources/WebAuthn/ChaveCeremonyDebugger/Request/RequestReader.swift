import ChaveBase
import ChaveWire

/// Reads one object of a request member by member; every error names the dotted path.
struct RequestReader {
    private let object: JSONObject
    private let path: String

    /// Creates a reader of an object.
    ///
    /// - Throws: an error when a member is not in `members`, so that a misspelt name is not read as a missing one.
    init(_ value: JSONValue, path: String, members: [String]) throws(Unreadable) {
        guard let object = value.object else {
            throw Unreadable("\(path.isEmpty ? "The request" : path) must be an object.")
        }
        self.object = object
        self.path = path
        for name in object.names where !members.contains(name) {
            let known = members.joined(separator: ", ")
            throw Unreadable("\(dotted(Quoted.plain(name))) is no member of a request; there are: \(known).")
        }
    }

    func dotted(_ name: String) -> String { path.isEmpty ? name : "\(path).\(name)" }

    /// Whether the member is present and not `null`.
    func has(_ name: String) -> Bool { object[name].map { !$0.isNull } ?? false }

    func value(_ name: String) throws(Unreadable) -> JSONValue {
        guard let value = object[name], !value.isNull else { throw Unreadable("\(dotted(name)) is missing.") }
        return value
    }

    func text(_ name: String) throws(Unreadable) -> String {
        guard let text = try value(name).string else { throw Unreadable("\(dotted(name)) must be a text.") }
        return text
    }

    func flag(_ name: String) throws(Unreadable) -> Bool {
        guard let flag = try value(name).bool else { throw Unreadable("\(dotted(name)) must be true or false.") }
        return flag
    }

    func bytes(_ name: String) throws(Unreadable) -> [UInt8] { try RequestReader.bytes(text(name), at: dotted(name)) }

    func byteStrings(_ name: String) throws(Unreadable) -> [[UInt8]] {
        var strings: [[UInt8]] = []
        for (index, text) in try texts(name).enumerated() {
            strings.append(try RequestReader.bytes(text, at: "\(dotted(name))[\(index)]"))
        }
        return strings
    }

    private static func bytes(_ text: String, at path: String) throws(Unreadable) -> [UInt8] {
        guard let bytes = try? Base64URL.decode(text) else {
            throw Unreadable("\(path) is not base64url without padding.\(Base64URLHint.about(text))")
        }
        return bytes
    }

    /// The counter of a credential, 0 to 2^32 − 1.
    func counter(_ name: String) throws(Unreadable) -> UInt32 {
        guard let counter = try value(name).number?.int64.flatMap(UInt32.init(exactly:)) else {
            throw Unreadable("\(dotted(name)) must be an integer from 0 to 4294967295.")
        }
        return counter
    }

    func list(_ name: String) throws(Unreadable) -> [JSONValue] {
        guard let elements = try value(name).array else { throw Unreadable("\(dotted(name)) must be a list.") }
        return elements
    }

    func texts(_ name: String) throws(Unreadable) -> [String] {
        var texts: [String] = []
        for (index, element) in try list(name).enumerated() {
            guard let text = element.string else { throw Unreadable("\(dotted(name))[\(index)] must be a text.") }
            texts.append(text)
        }
        return texts
    }

    func integers(_ name: String) throws(Unreadable) -> [Int64] {
        var integers: [Int64] = []
        for (index, element) in try list(name).enumerated() {
            guard let integer = element.number?.int64 else {
                throw Unreadable("\(dotted(name))[\(index)] must be an integer.")
            }
            integers.append(integer)
        }
        return integers
    }

    /// The value of a closed set that the member names.
    func choice<Choice: RawRepresentable & CaseIterable>(
        _ name: String,
        of _: Choice.Type
    ) throws(Unreadable) -> Choice where Choice.RawValue == String {
        try choice(try text(name), at: dotted(name))
    }

    func choices<Choice: RawRepresentable & CaseIterable & Hashable>(
        _ name: String,
        of _: Choice.Type
    ) throws(Unreadable) -> Set<Choice> where Choice.RawValue == String {
        var choices: Set<Choice> = []
        guard try !list(name).isEmpty else {
            throw Unreadable("\(dotted(name)) is empty, and nothing would pass; leave it out to take all.")
        }
        for (index, text) in try texts(name).enumerated() {
            choices.insert(try choice(text, at: "\(dotted(name))[\(index)]"))
        }
        return choices
    }

    private func choice<Choice: RawRepresentable & CaseIterable>(
        _ text: String,
        at path: String
    ) throws(Unreadable) -> Choice where Choice.RawValue == String {
        guard let choice = Choice.allCases.first(where: { $0.rawValue.utf8.elementsEqual(text.utf8) }) else {
            let known = Choice.allCases.map(\.rawValue).joined(separator: ", ")
            throw Unreadable("\(path) is \(Quoted.text(text)); there are: \(known).")
        }
        return choice
    }
}
