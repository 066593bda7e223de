import ChaveBase
import ChaveWire

/// The JSON of a payload or an answer, as members of its object.
enum PayloadJSON {
    /// An object in a list in an object counts three.
    static let deepest = 8

    /// Reads one object strictly (RFC 8259): no name twice at any depth, nothing before or behind it.
    static func members(_ bytes: [UInt8]) throws(TokenActivationLinkRefusal) -> JSONObject {
        // First, so that text of another encoding is called that and not broken JSON.
        guard String(strictUTF8: bytes[...]) != nil else { throw .payloadNotUTF8 }
        let value: JSONValue
        do throws(JSONError) {
            // The reader counts a text or number as a level of its own; ``nesting`` does not.
            let limits = JSONLimits(bytes: bytes.count, depth: deepest + 1, values: JSONLimits.standard.values)
            value = try JSONValue(parsing: bytes, limits: limits)
        } catch {
            throw switch error.problem {
            case .tooDeep: .payloadTooDeep
            case .duplicateName: .payloadDuplicateKey
            case .empty, .unexpectedEnd, .unexpectedByte, .trailingBytes, .invalidNumber, .invalidEscape,
                .loneSurrogate, .controlCharacter, .invalidUTF8, .tooManyValues, .tooLong:
                .payloadNotJSON
            }
        }
        guard value.nesting <= deepest else { throw .payloadTooDeep }
        guard let object = value.object else { throw .payloadNotAnObject }
        return object
    }
}

extension JSONValue {
    /// How many lists and objects lie in one another.
    fileprivate var nesting: Int {
        switch self {
        case .null, .bool, .number, .string: 0
        case .array(let elements): 1 + (elements.map(\.nesting).max() ?? 0)
        case .object(let object): 1 + (object.members.map(\.value.nesting).max() ?? 0)
        }
    }

    /// A text of it: a text itself, anything else as JSON; `nil` for `null`.
    var written: String? {
        switch self {
        case .null: nil
        case .string(let text): text
        case .bool, .number, .array, .object: String(decoding: encoded(), as: UTF8.self)
        }
    }
}
