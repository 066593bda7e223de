public import ChaveBase

/// The client's statement about a ceremony (WebAuthn Level 3, section 5.8.1).
///
/// The reader allows and ignores unknown members: browsers add some on purpose.
public struct CollectedClientData: Hashable, Sendable {
    /// `webauthn.create` or `webauthn.get`.
    public var type: String
    /// The challenge, decoded.
    public var challenge: [UInt8]
    /// The origin of the page, as the browser writes it.
    public var origin: String
    /// Whether the ceremony ran in a frame of another page; `nil` when the member is absent.
    public var crossOrigin: Bool?
    /// The origin of the page that contains the frame; `nil` when the member is absent.
    public var topOrigin: String?

    /// Creates client data, for a client that this project implements.
    public init(type: String, challenge: [UInt8], origin: String, crossOrigin: Bool? = nil, topOrigin: String? = nil) {
        self.type = type
        self.challenge = challenge
        self.origin = origin
        self.crossOrigin = crossOrigin
        self.topOrigin = topOrigin
    }

    /// Reads `clientDataJSON`; a duplicate name and a padded challenge are refused.
    public init(decoding bytes: [UInt8]) throws(WireError) {
        if let serialised = CollectedClientData(serialised: bytes) {
            self = serialised
        } else {
            try self.init(parsing: bytes)
        }
    }

    /// Reads the client data as any JSON text.
    init(parsing bytes: [UInt8]) throws(WireError) {
        // The specification decodes with "UTF-8 decode", which drops a byte-order mark; the JSON reader refuses one.
        let text = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(bytes[3...]) : bytes
        let value: JSONValue
        do {
            value = try JSONValue(parsing: text)
        } catch {
            switch error.problem {
            case .duplicateName: throw WireError.duplicate(field: "clientDataJSON")
            case .tooDeep, .tooLong, .tooManyValues: throw WireError.limitExceeded(field: "clientDataJSON")
            case .trailingBytes: throw WireError.trailingBytes
            case .empty, .unexpectedEnd: throw WireError.truncated(field: "clientDataJSON")
            default: throw WireError.invalid(field: "clientDataJSON")
            }
        }
        guard let object = value.object else { throw .invalid(field: "clientDataJSON") }
        type = try CollectedClientData.text("type", in: object)
        challenge = try Base64URL.decode(CollectedClientData.text("challenge", in: object), field: "challenge")
        origin = try CollectedClientData.text("origin", in: object)
        if let member = object["crossOrigin"] {
            guard let value = member.bool else { throw .invalid(field: "crossOrigin") }
            crossOrigin = value
        }
        if object["topOrigin"] != nil {
            topOrigin = try CollectedClientData.text("topOrigin", in: object)
        }
    }

    /// The serialisation of WebAuthn Level 3, section 5.8.1.1; verifiers without a JSON reader rely on this form.
    public func encoded() -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.append(contentsOf: "{\"type\":".utf8)
        JSONValue.append(type, to: &bytes)
        bytes.append(contentsOf: ",\"challenge\":".utf8)
        JSONValue.append(Base64URL.encode(challenge), to: &bytes)
        bytes.append(contentsOf: ",\"origin\":".utf8)
        JSONValue.append(origin, to: &bytes)
        bytes.append(contentsOf: ",\"crossOrigin\":\(crossOrigin ?? false)".utf8)
        if let topOrigin {
            bytes.append(contentsOf: ",\"topOrigin\":".utf8)
            JSONValue.append(topOrigin, to: &bytes)
        }
        bytes.append(UInt8(ascii: "}"))
        return bytes
    }

    private static func text(_ name: String, in object: JSONObject) throws(WireError) -> String {
        guard let member = object[name] else { throw .missing(field: name) }
        guard let text = member.string else { throw .invalid(field: name) }
        return text
    }
}
