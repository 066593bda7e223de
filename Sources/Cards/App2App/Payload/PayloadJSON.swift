import ChaveBase
import ChaveWire

/// The JSON of a payload or an answer, as members of its object.
enum PayloadJSON {
    /// The maximum depth; an object in a list in an object has depth three.
    static let deepest = 8

    /// Reads one object strictly (RFC 8259): no duplicate name at any depth, and nothing before or after the object.
    static func members(_ bytes: [UInt8]) throws(TokenActivationLinkRefusal) -> JSONObject {
        // This check comes first, so that another encoding is not reported as broken JSON.
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
    /// The number of nested lists and objects.
    fileprivate var nesting: Int {
        switch self {
        case .null, .bool, .number, .string: 0
        case .array(let elements): 1 + (elements.map(\.nesting).max() ?? 0)
        case .object(let object): 1 + (object.members.map(\.value.nesting).max() ?? 0)
        }
    }

    /// The text of a text, and JSON for other values; `nil` for `null`.
    var written: String? {
        switch self {
        case .null: nil
        case .string(let text): text
        case .bool, .number, .array, .object: String(decoding: encoded(), as: UTF8.self)
        }
    }
}
