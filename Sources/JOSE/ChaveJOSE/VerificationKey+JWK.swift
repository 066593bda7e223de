import ChaveBase
public import ChaveWire
import Crypto

extension VerificationKey {
    /// Reads a public JSON Web Key (RFC 7517, section 4; RFC 7518, section 6; RFC 8037, section 2).
    ///
    /// The algorithm follows from the key's type, and for RSA from `alg`: RS256 when `alg` says RS256, otherwise PS256.
    /// A key is refused when `alg` names another algorithm, when it has private parts, when `use` is not `sig`, or when
    /// `key_ops` lacks `verify`. Other members are ignored.
    public init(jwk: JSONValue) throws(JOSEKeyError) {
        guard let object = jwk.object else { throw .invalid(field: "jwk") }
        let members = JWKMembers(object)
        guard let type = try members.text("kty") else { throw .missing(field: "kty") }
        // A symmetric key is a secret like a private key: a published one is compromised.
        guard !isSame(type, "oct"), JWKMembers.privateNames.allSatisfy({ object[$0] == nil }) else { throw .privateKey }
        try members.requireForSignatures()
        let keyID = try members.text("kid")
        switch JWKType.allCases.first(where: { isSame($0.rawValue, type) }) {
        case .ellipticCurve:
            try members.requireCurve("P-256")
            try self.init(p256x: members.bytes("x"), y: members.bytes("y"), keyID: keyID)
        case .rsa:
            let algorithm = try members.text("alg")
            let padding: RSAPadding =
                algorithm.map { isSame($0, JWSAlgorithm.rs256.rawValue) } ?? false ? .pkcs1v15 : .pss
            try self.init(
                rsaModulus: members.bytes("n"),
                exponent: members.bytes("e"),
                padding: padding,
                keyID: keyID
            )
        case .octetKeyPair:
            try members.requireCurve("Ed25519")
            try self.init(ed25519: members.bytes("x"), keyID: keyID)
        case nil:
            throw .unsupported(field: "kty")
        }
        guard try members.text("alg").map({ isSame($0, algorithm.rawValue) }) ?? true else {
            throw .unsupported(field: "alg")
        }
    }

    /// The key as a public JSON Web Key with `use`, `alg` and, when the key has one, `kid`.
    public var jwk: JSONObject {
        var object = requiredMembers
        object["use"] = "sig"
        object["alg"] = .string(algorithm.rawValue)
        object["kid"] = keyID.map(JSONValue.string)
        return object
    }

    /// The SHA-256 thumbprint as base64url (RFC 7638), a name that is computed from the key.
    public var thumbprint: String {
        // `requiredMembers` are in the order of the thumbprint's input.
        Base64URL.encode(Array(SHA256.hash(data: JSONValue.object(requiredMembers).encoded())))
    }

    /// The members that define the key, in lexicographic order (RFC 7638, section 3.2).
    private var requiredMembers: JSONObject {
        var object = JSONObject()
        switch material {
        case .p256(let key):
            let point = Array(key.rawRepresentation)
            object["crv"] = "P-256"
            object["kty"] = .string(JWKType.ellipticCurve.rawValue)
            object["x"] = .string(Base64URL.encode(point.prefix(32)))
            object["y"] = .string(Base64URL.encode(point.suffix(32)))
        case .rsa(let key, _):
            object["e"] = .string(Base64URL.encode(key.exponent))
            object["kty"] = .string(JWKType.rsa.rawValue)
            object["n"] = .string(Base64URL.encode(key.modulus))
        case .ed25519(let key):
            object["crv"] = "Ed25519"
            object["kty"] = .string(JWKType.octetKeyPair.rawValue)
            object["x"] = .string(Base64URL.encode(Array(key.rawRepresentation)))
        }
        return object
    }
}

/// The supported key types (RFC 7518, section 6.1; RFC 8037, section 2).
private enum JWKType: String, CaseIterable {
    case ellipticCurve = "EC"
    case rsa = "RSA"
    case octetKeyPair = "OKP"
}

/// The reader of one JSON Web Key's members.
struct JWKMembers {
    /// The members that only a private or symmetric key has (RFC 7518, sections 6.2.2, 6.3.2 and 6.4; RFC 8037, section
    /// 2).
    static let privateNames = ["d", "p", "q", "dp", "dq", "qi", "oth", "k"]

    private let object: JSONObject

    init(_ object: JSONObject) { self.object = object }

    func text(_ name: String) throws(JOSEKeyError) -> String? {
        guard let value = object[name] else { return nil }
        guard let text = value.string else { throw .invalid(field: name) }
        return text
    }

    func bytes(_ name: String) throws(JOSEKeyError) -> [UInt8] {
        guard let text = try text(name) else { throw .missing(field: name) }
        guard let bytes = try? Base64URL.decode(text) else { throw .invalid(field: name) }
        return bytes
    }

    func requireCurve(_ curve: String) throws(JOSEKeyError) {
        guard let claimed = try text("crv") else { throw .missing(field: "crv") }
        guard isSame(claimed, curve) else { throw .unsupported(field: "crv") }
    }

    func requireForSignatures() throws(JOSEKeyError) {
        if let use = try text("use"), !isSame(use, "sig") { throw .notForSignatures }
        guard let operations = object["key_ops"] else { return }
        guard let operations = operations.array else { throw .invalid(field: "key_ops") }
        guard operations.contains("verify") else { throw .notForSignatures }
    }
}
