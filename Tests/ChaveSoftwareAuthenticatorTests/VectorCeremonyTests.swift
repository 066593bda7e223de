import ChaveDeviceKeys
import ChaveSoftwareAuthenticator
import ChaveWire
import Testing

/// The same vectors through the whole authenticator: options in, credential and assertion out.
@Suite(.enabled(if: Vectors.areThere, "no test vectors: set CHAVE_VECTORS"))
struct VectorCeremonyTests {
    private func vectors() throws -> [Vector] {
        let vectors = try #require(try Vectors.load("webauthn_l3.json")["vectors"]?.array)
        return try vectors.compactMap(Vector.init)
    }

    @Test func eachRegistrationComesOutByteForByteButForItsSignature() async throws {
        for vector in try vectors() {
            let created = try await register(vector, MemoryKeyStore())
            #expect(created.id == vector.credentialID)
            let object = try AttestationObject(decoding: created.attestationObject)
            #expect(object.authenticatorData == vector.registrationData, "\(vector.name)")
            if Vector.isPlain(vector.registrationClientData) {
                #expect(created.clientDataJSON == vector.registrationClientData, "\(vector.name)")
            }
            if vector.format == "none" { #expect(created.attestationObject == vector.attestationObject) }
        }
    }

    @Test func aSelfAttestationDiffersFromThePublishedOneInItsSignatureOnly() async throws {
        let vector = try #require(try vectors().first { $0.name == "packed-self-es256" })
        let created = try await register(vector, MemoryKeyStore(), attestation: .packedSelf)
        let published = try AttestationObject(decoding: vector.attestationObject)
        var ours = try AttestationObject(decoding: created.attestationObject)
        let signature = try #require(published.statement["sig"]?.bytes)
        #expect(ours.statement["sig"]?.bytes?.isEmpty == false)
        ours.statement = .map([
            CBORMember(key: .text("alg"), value: try #require(ours.statement["alg"])),
            CBORMember(key: .text("sig"), value: .bytes(signature)),
        ])
        #expect(ours.encoded() == vector.attestationObject)
    }

    @Test func eachAssertionComesOutByteForByteAndItsSignatureVerifies() async throws {
        var compared = 0
        for vector in try vectors() {
            let store = CounterlessStore()
            _ = try await register(vector, store)
            let assertion = try await authenticator(vector, store, vector.authenticationFlags).getAssertion(
                CredentialRequestOptions(
                    relyingPartyID: "example.org",
                    challenge: vector.challenge,
                    allowedCredentials: [vector.credentialID]
                )
            )
            #expect(assertion.authenticatorData == vector.authenticatorData, "\(vector.name)")
            try vector.requireVerifies(assertion.signature, assertion.authenticatorData, assertion.clientDataJSON)
            guard Vector.isPlain(vector.clientDataJSON) else { continue }
            #expect(assertion.clientDataJSON == vector.clientDataJSON, "\(vector.name)")
            guard vector.isDeterministic else { continue }
            #expect(assertion.signature == vector.signature, "\(vector.name)")
            compared += 1
        }
        #expect(compared > 0, "no signature was compared")
    }

    private func register(
        _ vector: Vector,
        _ store: any KeyStore,
        attestation: SoftwareAuthenticator.Configuration.Attestation = .none
    ) async throws -> CreatedCredential {
        let authenticator = authenticator(vector, store, vector.registrationFlags, attestation: attestation)
        return try await authenticator.makeCredential(
            CredentialCreationOptions(
                relyingPartyID: "example.org",
                userID: [1],
                challenge: vector.registrationChallenge,
                algorithms: [vector.algorithm.rawValue],
                attestation: "direct"
            )
        )
    }

    private func authenticator(
        _ vector: Vector,
        _ store: any KeyStore,
        _ flags: AuthenticatorData.Flags,
        attestation: SoftwareAuthenticator.Configuration.Attestation = .none
    ) -> SoftwareAuthenticator {
        var configuration = SoftwareAuthenticator.Configuration(
            attestation: attestation,
            randomBytes: { _ in vector.credentialID },
            now: { 1 }
        )
        configuration.importedKey = vector.privateKey
        configuration.aaguid = vector.aaguid
        configuration.backupFlags = flags.intersection([.backupEligible, .backupState])
        let answer: GestureAnswer = flags.contains(.userVerified) ? .verified : .present
        return SoftwareAuthenticator(store: store, gesture: .always(answer), configuration: configuration)
    }
}

/// A store that never counts, as the vectors' authenticator does not.
private struct CounterlessStore: KeyStore {
    private let base = MemoryKeyStore()

    func exclusively<Value>(_ body: () throws(DeviceKeyError) -> Value) throws(DeviceKeyError) -> Value {
        try base.exclusively(body)
    }

    func nextSignCount(of id: [UInt8]) throws(DeviceKeyError) -> UInt32 { 0 }
    func credential(_ id: [UInt8]) throws(DeviceKeyError) -> DeviceCredential? { try base.credential(id) }
    func credentials() throws(DeviceKeyError) -> [DeviceCredential] { try base.credentials() }
    func insert(_ credential: DeviceCredential) throws(DeviceKeyError) { try base.insert(credential) }
    func removeCredential(_ id: [UInt8]) throws(DeviceKeyError) { try base.removeCredential(id) }
    func secret(_ name: String) throws(DeviceKeyError) -> [UInt8]? { try base.secret(name) }
    func setSecret(_ name: String, _ bytes: [UInt8]) throws(DeviceKeyError) { try base.setSecret(name, bytes) }
    func removeSecret(_ name: String) throws(DeviceKeyError) { try base.removeSecret(name) }
    func secretNames() throws(DeviceKeyError) -> [String] { try base.secretNames() }
}
