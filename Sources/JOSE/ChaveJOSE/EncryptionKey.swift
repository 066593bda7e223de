import ChaveBase
public import ChaveWire
import Crypto
import CryptoExtras

/// The public RSA key of a receiver: messages are encrypted to it by RSA-OAEP and A256GCM (RFC 7518, sections 4.3 and 5.3).
///
/// Open Finance Brasil uses this pair and no other for ID tokens and request objects.
public struct EncryptionKey: Sendable {
    static let algorithm = "RSA-OAEP"
    static let encryption = "A256GCM"

    let material: RSAEncryptionKey

    /// The `kid` that a message names; `nil` where the receiver has one key only.
    public let keyID: String?

    init(_ material: RSAEncryptionKey, keyID: String?) {
        self.material = material
        self.keyID = keyID
    }

    /// Creates a key from modulus and exponent, big-endian without leading zeros (RFC 7518, section 6.3.1).
    ///
    /// Keys below 2,048 bits and above 8,192 bits are refused.
    public init(rsaModulus modulus: [UInt8], exponent: [UInt8], keyID: String? = nil) throws(JOSEKeyError) {
        // The same rules as for a key that verifies signatures.
        let checked = try VerificationKey(rsaModulus: modulus, exponent: exponent, keyID: keyID)
        guard case .rsa(let key, _) = checked.material,
            let material = try? RSAEncryptionKey(der: Array(key.key.derRepresentation), key)
        else { throw .invalid(field: "n") }
        self.init(material, keyID: keyID)
    }

    /// Reads a public JSON Web Key whose `use` is `enc` (RFC 7517, section 4.2).
    ///
    /// A key with private parts, of another type than RSA, or whose `alg` is another than RSA-OAEP is refused.
    public init(jwk: JSONValue) throws(JOSEKeyError) {
        guard let object = jwk.object else { throw .invalid(field: "jwk") }
        let members = JWKMembers(object)
        guard let type = try members.text("kty") else { throw .missing(field: "kty") }
        // A symmetric key is a secret as much as a private one: in a public place it belongs to everyone.
        guard !isSame(type, "oct") else { throw .privateKey }
        guard isSame(type, "RSA") else { throw .unsupported(field: "kty") }
        guard JWKMembers.privateNames.allSatisfy({ object[$0] == nil }) else { throw .privateKey }
        guard try members.text("use").map({ isSame($0, "enc") }) ?? false else { throw .notForEncryption }
        guard try members.text("alg").map({ isSame($0, EncryptionKey.algorithm) }) ?? true else {
            throw .unsupported(field: "alg")
        }
        try self.init(
            rsaModulus: members.bytes("n"),
            exponent: members.bytes("e"),
            keyID: members.text("kid")
        )
    }

    /// Reads the keys for encryption of a JSON Web Key Set; keys of other kinds and uses are left out.
    ///
    /// - Throws: the fault of the first key for encryption that is broken, or private.
    public static func all(inSet json: JSONValue) throws(JOSEKeyError) -> [EncryptionKey] {
        guard let elements = json["keys"]?.array else { throw .missing(field: "keys") }
        var keys: [EncryptionKey] = []
        for element in elements {
            do {
                keys.append(try EncryptionKey(jwk: element))
            } catch {
                switch error {
                case .unsupported, .notForSignatures, .notForEncryption: continue
                case .missing, .invalid, .privateKey, .duplicateKeyID, .generationFailed: throw error
                }
            }
        }
        return keys
    }

    /// The key as a public JSON Web Key, with `use`, `alg` and, when there is one, `kid`.
    public var jwk: JSONObject {
        var object = JSONObject()
        object["kty"] = "RSA"
        object["n"] = .string(Base64URL.encode(material.numbers.modulus))
        object["e"] = .string(Base64URL.encode(material.numbers.exponent))
        object["use"] = "enc"
        object["alg"] = .string(EncryptionKey.algorithm)
        object["kid"] = keyID.map(JSONValue.string)
        return object
    }

    /// Encrypts a message to the holder of the private key.
    ///
    /// - Parameters:
    ///   - payload: the message, such as a signed token.
    ///   - contentType: the header's `cty`; `JWT` where the message is a token (RFC 7519, section 5.2).
    /// - Returns: the compact form.
    /// - Throws: ``EncryptionFault`` when the library does not encrypt.
    public func encrypt(_ payload: [UInt8], contentType: String?) throws(EncryptionFault) -> String {
        var header = JSONObject()
        header["alg"] = .string(EncryptionKey.algorithm)
        header["enc"] = .string(EncryptionKey.encryption)
        header["kid"] = keyID.map(JSONValue.string)
        header["cty"] = contentType.map(JSONValue.string)
        let protected = Base64URL.encode(JSONValue.object(header).encoded())
        do {
            let contentKey = SymmetricKey(size: .bits256)
            let keyBytes = contentKey.withUnsafeBytes { Array($0) }
            let sealed = try AES.GCM.seal(payload, using: contentKey, authenticating: Array(protected.utf8))
            return CompactJWE.assemble(
                header: protected,
                encryptedKey: Array(try material.key.encrypt(keyBytes, padding: .PKCS1_OAEP)),
                initializationVector: Array(sealed.nonce),
                ciphertext: Array(sealed.ciphertext),
                tag: Array(sealed.tag)
            )
        } catch {
            throw EncryptionFault(underlying: error)
        }
    }
}

/// Encryption failed inside the crypto library, which had accepted the key before.
public struct EncryptionFault: Error, Sendable {
    /// The error of the crypto library.
    public let underlying: any Error
}

/// An RSA public key of the library with its numbers.
struct RSAEncryptionKey: @unchecked Sendable {
    // Sendable because the key object of the library is immutable: the same one stands behind its keys for signatures,
    // which are marked so.
    let key: _RSA.Encryption.PublicKey
    let numbers: RSAPublicKey

    init(der: [UInt8], _ numbers: RSAPublicKey) throws {
        key = try _RSA.Encryption.PublicKey(derRepresentation: der)
        self.numbers = numbers
    }
}
