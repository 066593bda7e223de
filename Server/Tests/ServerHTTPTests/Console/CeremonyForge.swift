import ChaveBase
import ChavePixModel
import ChaveWire
import Crypto

/// Makes ceremonies by hand, so that a test can break one of their parts.
struct CeremonyForge {
    var clientData: CollectedClientData
    var data: AuthenticatorData
    var key: P256.Signing.PrivateKey
    var id: [UInt8]
    var userHandle: [UInt8] = []
    var format = "none"
    var statement: CBORValue = .map([])
    /// Of the statement `packed`, once it is known what is signed.
    var packed: Packed?
    /// What is done to the finished parts.
    var damageClientData: (inout [UInt8]) -> Void = { _ in }
    var damageData: (inout [UInt8]) -> Void = { _ in }
    var damageObject: (inout [UInt8]) -> Void = { _ in }
    var damageSignature: (inout [UInt8]) -> Void = { _ in }

    /// A statement of the format `packed`.
    struct Packed {
        var algorithm: Int64
        /// `nil`: a signature that holds for nothing.
        var signer: P256.Signing.PrivateKey?
        var certificate: [UInt8]?
    }

    /// The answer to a bank's registration options.
    init?(registering options: JSONValue, key: P256.Signing.PrivateKey, id: [UInt8]) {
        guard let rpID = options["rp"]?["id"]?.string else { return nil }
        self.init("webauthn.create", rpID, options["challenge"], key, id)
        attest(coseKey(.es256))
        data.signCount = 5
    }

    /// The answer to a bank's options to sign.
    init?(signing options: JSONValue, key: P256.Signing.PrivateKey, id: [UInt8], signCount: UInt32) {
        guard let rpID = options["rpId"]?.string else { return nil }
        self.init("webauthn.get", rpID, options["challenge"], key, id)
        data.signCount = signCount
    }

    private init(
        _ type: String,
        _ rpID: String,
        _ challenge: JSONValue?,
        _ key: P256.Signing.PrivateKey,
        _ id: [UInt8]
    ) {
        self.key = key
        self.id = id
        clientData = CollectedClientData(
            type: type,
            challenge: (try? Base64URL.decode(challenge?.string ?? "")) ?? [],
            origin: "https://\(rpID)"
        )
        data = AuthenticatorData(
            relyingPartyIDHash: Array(SHA256.hash(data: Array(rpID.utf8))),
            flags: [.userPresent, .userVerified],
            signCount: 0
        )
    }

    func coseKey(_ algorithm: COSEAlgorithm) -> COSEKey {
        let point = Array(key.publicKey.rawRepresentation)
        return .ec2(algorithm: algorithm, curve: .p256, x: Array(point[..<32]), y: Array(point[32...]))
    }

    mutating func attest(_ key: COSEKey) {
        data.attestedCredentialData = AttestedCredentialData(
            aaguid: Array(0..<16),
            credentialID: id,
            publicKey: key.encoded()
        )
    }

    /// The new credential, as the API takes it.
    func registration() throws -> JSONValue {
        let (client, bytes) = finished
        var object = AttestationObject(
            format: packed == nil ? format : "packed",
            statement: try packed.map { try statement(of: $0, over: bytes + SHA256.hash(data: client)) } ?? statement,
            authenticatorData: bytes
        ).encoded()
        damageObject(&object)
        return credential([
            "attestationObject": .string(Base64URL.encode(object)), "clientDataJSON": .string(Base64URL.encode(client)),
        ])
    }

    /// What was signed, as the API takes it.
    func assertion() throws -> JSONValue {
        let (client, bytes) = finished
        var signature = Array(try key.signature(for: bytes + SHA256.hash(data: client)).derRepresentation)
        damageSignature(&signature)
        return credential([
            "authenticatorData": .string(Base64URL.encode(bytes)), "clientDataJSON": .string(Base64URL.encode(client)),
            "signature": .string(Base64URL.encode(signature)), "userHandle": .string(Base64URL.encode(userHandle)),
        ])
    }

    private var finished: (client: [UInt8], data: [UInt8]) {
        var client = clientData.encoded()
        damageClientData(&client)
        var bytes = data.encoded()
        damageData(&bytes)
        return (client, bytes)
    }

    private func credential(_ response: JSONValue) -> JSONValue {
        [
            "authenticatorAttachment": "platform", "id": .string(Base64URL.encode(id)),
            "rawId": .string(Base64URL.encode(id)), "type": "public-key", "response": response,
            "clientExtensionResults": .object(JSONObject()),
        ]
    }

    private func statement(of packed: Packed, over signed: [UInt8]) throws -> CBORValue {
        let signature = try packed.signer.map { Array(try $0.signature(for: signed).derRepresentation) } ?? [1]
        var members = [
            CBORMember(key: .text("alg"), value: CBORValue(packed.algorithm)),
            CBORMember(key: .text("sig"), value: .bytes(signature)),
        ]
        if let certificate = packed.certificate {
            members.append(CBORMember(key: .text("x5c"), value: .array([.bytes(certificate)])))
        }
        return .map(members)
    }
}
