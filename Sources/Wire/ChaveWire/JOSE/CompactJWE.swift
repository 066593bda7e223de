public import ChaveBase

/// A JSON Web Encryption in compact form (RFC 7516, sections 3.1 and 7.1), taken apart and not decrypted.
///
///     base64url(header) "." base64url(key) "." base64url(iv) "." base64url(ciphertext) "." base64url(tag)
///
/// This codec knows no keys. `ChaveJOSE` decrypts.
public struct CompactJWE: Hashable, Sendable {
    /// The protected header: the sender's claims, not verified facts.
    public let header: JSONObject
    /// The content encryption key, encrypted to the receiver.
    public let encryptedKey: [UInt8]
    /// The initialisation vector.
    public let initializationVector: [UInt8]
    /// The encrypted content.
    public let ciphertext: [UInt8]
    /// The authentication tag.
    public let tag: [UInt8]
    /// The ASCII bytes that the tag covers besides the ciphertext: the header's part, as received.
    public let additionalData: [UInt8]

    /// The largest accepted message in bytes.
    public static let maximumLength = 64 * 1024
    /// The largest accepted header in bytes.
    public static let maximumHeaderLength = 2_048

    /// Reads the compact form.
    ///
    /// The reader refuses: another number of parts than five, an empty part, padding, and characters outside of base64url.
    /// It also refuses a header that is not a JSON object with `alg` and `enc`, a `kid` or `cty` that is not a text, a
    /// header over `maximumHeaderLength` bytes, and more than `maximumLength` bytes in all.
    public init(parsing text: String) throws(WireError) {
        let bytes = Array(text.utf8)
        guard bytes.count <= CompactJWE.maximumLength else { throw .limitExceeded(field: "jwe") }
        let parts = bytes.split(separator: UInt8(ascii: "."), maxSplits: 5, omittingEmptySubsequences: false)
        guard parts.count == 5 else { throw .invalid(field: "jwe") }
        let headerBytes = try CompactJWE.decode(parts[0], field: "header")
        guard headerBytes.count <= CompactJWE.maximumHeaderLength else { throw .limitExceeded(field: "header") }
        header = try CompactJWE.header(headerBytes)
        encryptedKey = try CompactJWE.decode(parts[1], field: "encrypted_key")
        initializationVector = try CompactJWE.decode(parts[2], field: "iv")
        ciphertext = try CompactJWE.decode(parts[3], field: "ciphertext")
        tag = try CompactJWE.decode(parts[4], field: "tag")
        additionalData = Array(parts[0])
    }

    /// `kid`: the key that the sender claims to have encrypted to (RFC 7516, section 4.1.6).
    public var keyID: String? { header["kid"]?.string }

    /// The compact form of these parts; `header` is the base64url text that the tag covers.
    public static func assemble(
        header: String,
        encryptedKey: [UInt8],
        initializationVector: [UInt8],
        ciphertext: [UInt8],
        tag: [UInt8]
    ) -> String {
        ([header] + [encryptedKey, initializationVector, ciphertext, tag].map { Base64URL.encode($0) })
            .joined(separator: ".")
    }

    private static func decode(_ part: ArraySlice<UInt8>, field: String) throws(WireError) -> [UInt8] {
        guard !part.isEmpty else { throw .missing(field: field) }
        return try Base64URL.decode(String(decoding: part, as: UTF8.self), field: field)
    }

    private static func header(_ bytes: [UInt8]) throws(WireError) -> JSONObject {
        let parsed: JSONValue
        do {
            parsed = try JSONValue(parsing: bytes)
        } catch {
            throw error.problem == .duplicateName ? .duplicate(field: "header") : .invalid(field: "header")
        }
        guard let header = parsed.object else { throw .invalid(field: "header") }
        for name in ["alg", "enc"] {
            guard let value = header[name] else { throw .missing(field: name) }
            guard value.string != nil else { throw .invalid(field: name) }
        }
        for name in ["kid", "cty"] {
            if let value = header[name], value.string == nil { throw .invalid(field: name) }
        }
        return header
    }
}
