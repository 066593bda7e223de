public import ChaveBase

/// A JSON Web Signature in compact form (RFC 7515, sections 3.1 and 7.1), taken apart and not verified.
///
///     base64url(header) "." base64url(payload) "." base64url(signature)
///
/// A codec: it knows nothing of keys, so that nothing in here may be believed. `ChaveJOSE` verifies one.
public struct CompactJWS: Hashable, Sendable {
    /// The protected header: what the sender says, not what is true.
    public let header: JSONObject
    /// The header as it was signed.
    public let headerBytes: [UInt8]
    /// The second part, decoded.
    public let payload: [UInt8]
    /// The third part, decoded.
    public let signature: [UInt8]
    /// The ASCII bytes the signature covers: the first two parts and the dot between them, as received.
    public let signingInput: [UInt8]

    /// No message of these protocols is larger.
    public static let maximumLength = 64 * 1024

    /// Reads the compact form.
    ///
    /// Refused: other than three parts, an empty header, an empty signature (RFC 7515 calls that unsecured), padding and
    /// characters outside of base64url, a header that is no JSON object, a header without `alg`, `kid` and `typ` that are
    /// no texts, and more than `maximumLength` bytes.
    public init(parsing text: String) throws(WireError) {
        let bytes = Array(text.utf8)
        guard bytes.count <= CompactJWS.maximumLength else { throw .limitExceeded(field: "jws") }
        let parts = bytes.split(separator: UInt8(ascii: "."), maxSplits: 3, omittingEmptySubsequences: false)
        guard parts.count == 3 else { throw .invalid(field: "jws") }
        headerBytes = try CompactJWS.decode(parts[0], field: "header")
        payload = try CompactJWS.decode(parts[1], field: "payload")
        signature = try CompactJWS.decode(parts[2], field: "signature")
        guard !signature.isEmpty else { throw .missing(field: "signature") }
        header = try CompactJWS.header(headerBytes)
        signingInput = Array(bytes[..<parts[1].endIndex])
    }

    /// `alg`: what the sender claims to have used (RFC 7515, section 4.1.1).
    public var claimedAlgorithm: String? { header["alg"]?.string }

    /// `kid`: which key the sender says it used (RFC 7515, section 4.1.4).
    public var keyID: String? { header["kid"]?.string }

    /// `typ`: what the sender says this is (RFC 7515, section 4.1.9).
    public var type: String? { header["typ"]?.string }

    /// The bytes that a signature over this header and payload covers.
    public static func signingInput(header: JSONObject, payload: [UInt8]) -> [UInt8] {
        let header = Base64URL.encode(JSONValue.object(header).encoded())
        return Array("\(header).\(Base64URL.encode(payload))".utf8)
    }

    /// The compact form of what `signingInput(header:payload:)` gave and the signature over it.
    public static func assemble(signingInput: [UInt8], signature: [UInt8]) -> String {
        "\(String(decoding: signingInput, as: UTF8.self)).\(Base64URL.encode(signature))"
    }

    private static func decode(_ part: ArraySlice<UInt8>, field: String) throws(WireError) -> [UInt8] {
        try Base64URL.decode(String(decoding: part, as: UTF8.self), field: field)
    }

    private static func header(_ bytes: [UInt8]) throws(WireError) -> JSONObject {
        guard !bytes.isEmpty else { throw .missing(field: "header") }
        let header: JSONObject
        do {
            guard let object = try JSONValue(parsing: bytes).object else { throw WireError.invalid(field: "header") }
            header = object
        } catch let error as JSONError where error.problem == .duplicateName {
            throw .duplicate(field: "header")
        } catch {
            throw .invalid(field: "header")
        }
        guard let algorithm = header["alg"] else { throw .missing(field: "alg") }
        guard algorithm.string != nil else { throw .invalid(field: "alg") }
        for name in ["kid", "typ"] {
            if let value = header[name], value.string == nil { throw .invalid(field: name) }
        }
        return header
    }
}
