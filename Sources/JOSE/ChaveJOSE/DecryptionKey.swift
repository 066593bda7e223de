import ChaveBase
public import ChaveWire
import Crypto
import CryptoExtras

/// A private RSA key that decrypts messages of RSA-OAEP and A256GCM.
public struct DecryptionKey: Sendable {
    private let material: Material
    /// The public half, under the same `kid`.
    public let publicKey: EncryptionKey

    private struct Material: @unchecked Sendable {
        // Sendable because the key object of the library is immutable, though it is not marked so.
        let key: _RSA.Encryption.PrivateKey
    }

    /// Makes a new key of 2,048 bits.
    public static func generate(keyID: String? = nil) throws(JOSEKeyError) -> DecryptionKey {
        guard let key = try? _RSA.Signing.PrivateKey(keySize: .bits2048) else { throw .generationFailed }
        return try DecryptionKey(pem: key.pkcs8PEMRepresentation, keyID: keyID)
    }

    /// Reads a key in PEM: PKCS#8 or PKCS#1, of 2,048 to 8,192 bits.
    public init(pem: String, keyID: String? = nil) throws(JOSEKeyError) {
        guard let signing = try? _RSA.Signing.PrivateKey(pemRepresentation: pem),
            let numbers = try? RSAPublicKey(signing.publicKey), numbers.hasSaneSize,
            let key = try? _RSA.Encryption.PrivateKey(pemRepresentation: pem),
            let publicKey = try? RSAEncryptionKey(der: Array(numbers.key.derRepresentation), numbers)
        else { throw .invalid(field: "pem") }
        material = Material(key: key)
        self.publicKey = EncryptionKey(publicKey, keyID: keyID)
    }

    /// The `kid` of messages to this key.
    public var keyID: String? { publicKey.keyID }

    /// The secret itself, as PKCS#8 in PEM; its holder reads every message to this key.
    public var secretPEM: String { material.key.pkcs8PEMRepresentation }

    fileprivate func decrypt(_ message: CompactJWE) throws(JWERefusal) -> [UInt8] {
        // Public lengths first: they cost nothing, and tell nothing of the secret.
        guard message.encryptedKey.count == publicKey.material.numbers.modulus.count,
            message.initializationVector.count == 12, message.tag.count == 16
        else { throw .undecryptable }
        // A random key replaces one that does not decrypt: both failures take the same way (RFC 7516, section 11.5).
        let stranger = SymmetricKey(size: .bits256)
        let decrypted = try? material.key.decrypt(message.encryptedKey, padding: .PKCS1_OAEP)
        let contentKey = decrypted.flatMap { $0.count == 32 ? SymmetricKey(data: $0) : nil } ?? stranger
        guard let nonce = try? AES.GCM.Nonce(data: message.initializationVector),
            let box = try? AES.GCM.SealedBox(nonce: nonce, ciphertext: message.ciphertext, tag: message.tag),
            let content = try? AES.GCM.open(box, using: contentKey, authenticating: message.additionalData)
        else { throw .undecryptable }
        return Array(content)
    }
}

/// The decryption keys of one receiver, found by `kid`: an exchanged key stays until no sender uses it.
public struct DecryptionKeys: Sendable {
    private let keys: [DecryptionKey]

    /// Collects keys with different names.
    ///
    /// - Throws: `.duplicateKeyID` when two keys have the same `kid`.
    public init(_ keys: [DecryptionKey]) throws(JOSEKeyError) {
        let names = keys.compactMap { $0.keyID.map { Array($0.utf8) } }
        guard Set(names).count == names.count else { throw .duplicateKeyID }
        self.keys = keys
    }

    /// The public halves as members of a JSON Web Key Set.
    public var jwks: [JSONObject] { keys.map(\.publicKey.jwk) }

    /// A decrypted message; only ``DecryptionKeys/decrypt(_:)`` makes one.
    public struct Message: Hashable, Sendable {
        /// The protected header, of which nothing was trusted before the tag held.
        public let header: JSONObject
        /// The decrypted bytes; anybody may have encrypted them, so that a signature in them must hold.
        public let payload: [UInt8]

        fileprivate init(header: JSONObject, payload: [UInt8]) {
            self.header = header
            self.payload = payload
        }
    }

    /// Decrypts a compact JSON Web Encryption (RFC 7516, section 5.2).
    ///
    /// - Throws: the first ``JWERefusal`` that applies.
    public func decrypt(_ text: String) throws(JWERefusal) -> Message {
        guard let message = try? CompactJWE(parsing: text) else { throw .malformed }
        let header = message.header
        guard header["crit"] == nil else { throw .criticalHeader }
        guard header["zip"] == nil else { throw .compressed }
        guard ["jwk", "jku", "x5c", "x5u"].allSatisfy({ header[$0] == nil }) else { throw .foreignKey }
        guard let algorithm = header["alg"]?.string, isSame(algorithm, EncryptionKey.algorithm),
            let encryption = header["enc"]?.string, isSame(encryption, EncryptionKey.encryption)
        else { throw .unsupportedAlgorithm }
        guard let key = key(message.keyID) else { throw .unknownKey }
        return Message(header: header, payload: try key.decrypt(message))
    }

    private func key(_ keyID: String?) -> DecryptionKey? {
        guard let keyID else { return keys.count == 1 ? keys.first : nil }
        return keys.first { $0.keyID.map { isSame($0, keyID) } ?? false }
    }
}

extension DecryptionKey: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    public var description: String { "<redacted>" }
    public var debugDescription: String { description }
    public var customMirror: Mirror { Mirror(self, children: []) }
}
