import ChaveBase
internal import ChaveWire

/// Reads the members of a ceremony's answer in JSON (WebAuthn Level 3, section 5.1).
///
/// Other members are ignored: the procedure takes their values from the signed bytes.
struct ResponseReader {
    private let credential: JSONObject
    private let response: JSONObject

    init(_ json: JSONValue) throws(WireError) {
        guard let credential = json.object else { throw .invalid(field: "credential") }
        guard let member = credential["response"] else { throw .missing(field: "response") }
        guard let response = member.object else { throw .invalid(field: "response") }
        self.credential = credential
        self.response = response
    }

    func text(_ name: String) throws(WireError) -> String {
        try ResponseReader.text(name, in: credential)
    }

    func bytes(_ name: String) throws(WireError) -> [UInt8] {
        try Base64URL.decode(ResponseReader.text(name, in: credential), field: name)
    }

    func responseBytes(_ name: String) throws(WireError) -> [UInt8] {
        try Base64URL.decode(ResponseReader.text(name, in: response), field: name)
    }

    /// The bytes of an optional member; `nil` when the member is absent or null.
    func optionalResponseBytes(_ name: String) throws(WireError) -> [UInt8]? {
        guard let member = response[name], !member.isNull else { return nil }
        return try responseBytes(name)
    }

    private static func text(_ name: String, in object: JSONObject) throws(WireError) -> String {
        guard let member = object[name] else { throw .missing(field: name) }
        guard let text = member.string else { throw .invalid(field: name) }
        return text
    }
}
