import ChaveBase
import ChaveCeremonyDebugger
import ChaveWire
import Crypto

/// A ceremony that holds, in parts, so that a test can break one of them.
struct Sample {
    var kind: String
    var clientData: CollectedClientData
    var data: AuthenticatorData
    var key = P256.Signing.PrivateKey()
    var algorithm = COSEAlgorithm.es256
    var format = "none"
    var statement: CBORValue = .map([])
    var id = Array(UInt8(100)..<132)
    /// What is done to the finished parts.
    var damageClientData: (inout [UInt8]) -> Void = { _ in }
    var damageData: (inout [UInt8]) -> Void = { _ in }
    var damageObject: (inout [UInt8]) -> Void = { _ in }
    var damageSignature: (inout [UInt8]) -> Void = { _ in }
    /// Members of the request and of its parts that are set, or with `nil` taken away, in the end.
    var request: [String: JSONValue?] = [:]
    var credential: [String: JSONValue?] = [:]
    var response: [String: JSONValue?] = [:]
    var stored: [String: JSONValue?] = [:]

    static let challenge = Array(UInt8(0)..<32)
    static let userHandle = Array("user-1".utf8)
    static let debugger = CeremonyDebugger(secondsSince1970: { 1_800_000_000 })

    private init(_ kind: String, type: String, _ flags: AuthenticatorData.Flags) {
        self.kind = kind
        clientData = CollectedClientData(type: type, challenge: Sample.challenge, origin: "https://example.org")
        data = AuthenticatorData(relyingPartyIDHash: Sample.hash("example.org"), flags: flags, signCount: 7)
    }

    static func registration() -> Sample {
        var sample = Sample("registration", type: "webauthn.create", [.userPresent, .userVerified])
        sample.attest(sample.coseKey)
        return sample
    }

    static func authentication() -> Sample {
        Sample("authentication", type: "webauthn.get", [.userPresent, .userVerified])
    }

    static func hash(_ text: String) -> [UInt8] { Array(SHA256.hash(data: Array(text.utf8))) }

    var coseKey: COSEKey {
        let point = Array(key.publicKey.rawRepresentation)
        return .ec2(algorithm: algorithm, curve: .p256, x: Array(point[..<32]), y: Array(point[32...]))
    }

    /// Puts a new credential with that key into the authenticator data.
    mutating func attest(_ key: COSEKey) {
        data.attestedCredentialData = AttestedCredentialData(
            aaguid: Array(0..<16),
            credentialID: id,
            publicKey: key.encoded()
        )
        data.flags.insert(.attestedCredentialData)
    }

    /// The request, as it is written on a line.
    func json() throws -> JSONValue {
        var object = JSONObject()
        object["ceremony"] = .string(kind)
        object["rpId"] = "example.org"
        object["origins"] = ["https://example.org", "https://www.example.org"]
        object["challenge"] = .string(Base64URL.encode(Sample.challenge))
        object["userVerification"] = "required"
        object["credential"] = .object(try makeCredential())
        if kind == "authentication" { object["stored"] = .object(makeStored()) }
        Sample.apply(request, to: &object)
        return .object(object)
    }

    func verdict() async throws -> Verdict { try await Sample.debugger.verify(.bytes(json().encoded())) }

    private func makeStored() -> JSONObject {
        var object = JSONObject()
        object["publicKey"] = .string(Base64URL.encode(coseKey.encoded()))
        object["signCount"] = 3
        object["backupEligible"] = false
        object["backupState"] = false
        object["userHandle"] = .string(Base64URL.encode(Sample.userHandle))
        Sample.apply(stored, to: &object)
        return object
    }

    private func makeCredential() throws -> JSONObject {
        var parts = try makeResponse()
        Sample.apply(response, to: &parts)
        var object = JSONObject()
        object["id"] = .string(Base64URL.encode(id))
        object["rawId"] = .string(Base64URL.encode(id))
        object["type"] = "public-key"
        object["response"] = .object(parts)
        object["clientExtensionResults"] = .object(JSONObject())
        Sample.apply(credential, to: &object)
        return object
    }

    private func makeResponse() throws -> JSONObject {
        var clientDataJSON = clientData.encoded()
        damageClientData(&clientDataJSON)
        var bytes = data.encoded()
        damageData(&bytes)
        var parts = JSONObject()
        parts["clientDataJSON"] = .string(Base64URL.encode(clientDataJSON))
        if kind == "registration" {
            var object = AttestationObject(format: format, statement: statement, authenticatorData: bytes).encoded()
            damageObject(&object)
            parts["attestationObject"] = .string(Base64URL.encode(object))
        } else {
            var signature = Array(try key.signature(for: bytes + SHA256.hash(data: clientDataJSON)).derRepresentation)
            damageSignature(&signature)
            parts["authenticatorData"] = .string(Base64URL.encode(bytes))
            parts["signature"] = .string(Base64URL.encode(signature))
            parts["userHandle"] = .string(Base64URL.encode(Sample.userHandle))
        }
        return parts
    }

    private static func apply(_ changes: [String: JSONValue?], to object: inout JSONObject) {
        for (name, value) in changes { object[name] = value }
    }
}

extension Verdict {
    var refusal: String { json["refusal"]?.string ?? "" }
    var message: String { json["message"]?.string ?? "" }
}
