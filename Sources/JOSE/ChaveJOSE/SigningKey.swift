public import ChaveWire
import Crypto
import CryptoExtras

/// A private key with the one algorithm of its signatures.
public struct SigningKey: Sendable {
    enum Material: Sendable {
        case p256(P256.Signing.PrivateKey)
        case rsa(_RSA.Signing.PrivateKey, RSAPublicKey, RSAPadding)
        case ed25519(Curve25519.Signing.PrivateKey)

        /// Returns `nil` for a key of a size that `VerificationKey` would refuse.
        static func rsa(_ key: _RSA.Signing.PrivateKey, _ padding: RSAPadding) -> Material? {
            guard let publicKey = try? RSAPublicKey(key.publicKey), publicKey.hasSaneSize else { return nil }
            return .rsa(key, publicKey, padding)
        }
    }

    let material: Material

    /// The `kid` in the header of each signature.
    public let keyID: String?

    init(_ material: Material, keyID: String?) {
        self.material = material
        self.keyID = keyID
    }

    /// Makes a new key; RSA keys have 2,048 bits.
    public static func generate(_ algorithm: JWSAlgorithm, keyID: String? = nil) throws(JOSEKeyError) -> SigningKey {
        switch algorithm {
        case .es256: return SigningKey(.p256(P256.Signing.PrivateKey()), keyID: keyID)
        case .edDSA: return SigningKey(.ed25519(Curve25519.Signing.PrivateKey()), keyID: keyID)
        case .ps256: return SigningKey(try generatedRSA(.pss), keyID: keyID)
        case .rs256: return SigningKey(try generatedRSA(.pkcs1v15), keyID: keyID)
        }
    }

    private static func generatedRSA(_ padding: RSAPadding) throws(JOSEKeyError) -> Material {
        guard let key = try? _RSA.Signing.PrivateKey(keySize: .bits2048), let material = Material.rsa(key, padding)
        else { throw .generationFailed }
        return material
    }

    /// Creates a P-256 key from its 32-byte scalar.
    public init(p256 scalar: [UInt8], keyID: String? = nil) throws(JOSEKeyError) {
        guard scalar.count == 32, let key = try? P256.Signing.PrivateKey(rawRepresentation: scalar) else {
            throw .invalid(field: "d")
        }
        self.init(.p256(key), keyID: keyID)
    }

    /// Creates an Ed25519 key from its 32-byte seed.
    public init(ed25519 seed: [UInt8], keyID: String? = nil) throws(JOSEKeyError) {
        guard seed.count == 32, let key = try? Curve25519.Signing.PrivateKey(rawRepresentation: seed) else {
            throw .invalid(field: "d")
        }
        self.init(.ed25519(key), keyID: keyID)
    }

    /// Reads a key in PEM: PKCS#8 for all algorithms, also PKCS#1 for RSA and SEC 1 for P-256.
    public init(pem: String, algorithm: JWSAlgorithm, keyID: String? = nil) throws(JOSEKeyError) {
        let material: Material? =
            switch algorithm {
            case .es256: (try? P256.Signing.PrivateKey(pemRepresentation: pem)).map(Material.p256)
            case .ps256: (try? _RSA.Signing.PrivateKey(pemRepresentation: pem)).flatMap { Material.rsa($0, .pss) }
            case .rs256: (try? _RSA.Signing.PrivateKey(pemRepresentation: pem)).flatMap { Material.rsa($0, .pkcs1v15) }
            case .edDSA: (try? Curve25519.Signing.PrivateKey(pemRepresentation: pem)).map(Material.ed25519)
            }
        guard let material else { throw .invalid(field: "pem") }
        self.init(material, keyID: keyID)
    }

    /// The one algorithm of this key's signatures.
    public var algorithm: JWSAlgorithm { publicKey.algorithm }

    /// The public half, under the same `kid`.
    public var publicKey: VerificationKey {
        switch material {
        case .p256(let key): VerificationKey(.p256(key.publicKey), keyID: keyID)
        case .rsa(_, let publicKey, let padding): VerificationKey(.rsa(publicKey, padding), keyID: keyID)
        case .ed25519(let key): VerificationKey(.ed25519(key.publicKey), keyID: keyID)
        }
    }

    /// The same key under another `kid`, such as its public half's `thumbprint`.
    public func named(_ keyID: String?) -> SigningKey { SigningKey(material, keyID: keyID) }

    /// The secret key as PKCS#8 in PEM; a holder of this text can sign as this key.
    public var secretPEM: String {
        switch material {
        case .p256(let key): key.pemRepresentation
        case .rsa(let key, _, _): key.pkcs8PEMRepresentation
        case .ed25519(let key): key.pemRepresentation
        }
    }

    /// The secret key as the 32 bytes that the initialisers accept; `nil` for an RSA key, which has no such form.
    public var secretBytes: [UInt8]? {
        switch material {
        case .p256(let key): Array(key.rawRepresentation)
        case .rsa: nil
        case .ed25519(let key): Array(key.rawRepresentation)
        }
    }

    /// The signature over `message` in the form of RFC 7518: r and s for ECDSA, not DER.
    public func signature(over message: [UInt8]) throws(SigningFault) -> [UInt8] {
        do {
            switch material {
            case .p256(let key): return Array(try key.signature(for: message).rawRepresentation)
            case .rsa(let key, _, let padding):
                return Array(try key.signature(for: message, padding: padding.library).rawRepresentation)
            case .ed25519(let key): return Array(try key.signature(for: message))
            }
        } catch {
            throw SigningFault(underlying: error)
        }
    }

    /// Signs `payload` into a compact JSON Web Signature.
    ///
    /// - Parameters:
    ///   - payload: the signed content, any bytes.
    ///   - type: the header's `typ`; set one wherever tokens of several kinds exist (RFC 8725, section 3.11).
    ///   - extraHeader: further members, such as `x5c`; its members `alg`, `kid`, `typ` and `crit` are ignored.
    /// - Returns: the compact form.
    /// - Throws: `SigningFault` when the crypto library fails to sign.
    public func sign(
        _ payload: [UInt8],
        type: String?,
        extraHeader: JSONObject = JSONObject()
    ) throws(SigningFault) -> String {
        var header = JSONObject()
        header["alg"] = .string(algorithm.rawValue)
        header["kid"] = keyID.map(JSONValue.string)
        header["typ"] = type.map(JSONValue.string)
        for (name, value) in extraHeader.members where !["alg", "kid", "typ", "crit"].contains(name) {
            header[name] = value
        }
        let input = CompactJWS.signingInput(header: header, payload: payload)
        return CompactJWS.assemble(signingInput: input, signature: try signature(over: input))
    }
}

extension SigningKey: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    public var description: String { "<redacted>" }
    public var debugDescription: String { description }
    public var customMirror: Mirror { Mirror(self, children: []) }
}
