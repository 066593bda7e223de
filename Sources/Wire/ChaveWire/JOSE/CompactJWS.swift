public import ChaveBase

/// A JSON Web Signature in compact form (RFC 7515, sections 3.1 and 7.1), taken apart and not verified.
///
///     base64url(header) "." base64url(payload) "." base64url(signature)
///
/// This codec knows no keys, so that no value of this type is trustworthy. `ChaveJOSE` verifies a signature.
public struct CompactJWS: Hashable, Sendable {
    /// The protected header: the sender's claims, not verified facts.
    public let header: JSONObject
    /// The header, byte for byte as signed.
    public let headerBytes: [UInt8]
    /// The second part, decoded.
    public let payload: [UInt8]
    /// The third part, decoded.
    public let signature: [UInt8]
    /// The ASCII bytes that the signature covers: the first two parts and the dot between them, as received.
    public let signingInput: [UInt8]

    /// The largest message in bytes that is accepted without another limit.
    public static let maximumLength = 64 * 1024

    /// Reads the compact form.
    ///
    /// The reader refuses: another number of parts than three, an empty header, an empty signature (RFC 7515 calls that
    /// unsecured), padding, and characters outside of base64url. It also refuses a header that is not a JSON object or
    /// has no `alg`, a `kid` or `typ` that is not a text, and more than `limit` bytes.
    public init(parsing text: String, limit: Int = CompactJWS.maximumLength) throws(WireError) {
        let bytes = Array(text.utf8)
        guard bytes.count <= limit else { throw .limitExceeded(field: "jws") }
        let parts = bytes.split(separator: UInt8(ascii: "."), maxSplits: 3, omittingEmptySubsequences: false)
        guard parts.count == 3 else { throw .invalid(field: "jws") }
        headerBytes = try CompactJWS.decode(parts[0], field: "header")
        payload = try CompactJWS.decode(parts[1], field: "payload")
        signature = try CompactJWS.decode(parts[2], field: "signature")
        guard !signature.isEmpty else { throw .missing(field: "signature") }
        header = try CompactJWS.header(headerBytes)
        signingInput = Array(bytes[..<parts[1].endIndex])
    }

    /// `alg`: the algorithm that the sender claims to have used (RFC 7515, section 4.1.1).
    public var claimedAlgorithm: String? { header["alg"]?.string }

    /// `kid`: the key that the sender claims to have used (RFC 7515, section 4.1.4).
    public var keyID: String? { header["kid"]?.string }

    /// `typ`: the type that the sender claims for this message (RFC 7515, section 4.1.9).
    public var type: String? { header["typ"]?.string }

    /// The bytes that a signature over this header and payload covers.
    public static func signingInput(header: JSONObject, payload: [UInt8]) -> [UInt8] {
        let header = Base64URL.encode(JSONValue.object(header).encoded())
        return Array("\(header).\(Base64URL.encode(payload))".utf8)
    }

    /// The compact form of a result of `signingInput(header:payload:)` and the signature over it.
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
