import ChaveBase
import ChaveWebAuthn
import ChaveWire
import Crypto

/// A valid registration, in parts, so that a test can break one of them.
struct RegistrationSample {
    var relyingParty = RelyingParty(id: "example.org", origins: ["https://example.org"])
    var expectation: RegistrationExpectation

    var key: TestKey
    var clientData: CollectedClientData
    var data: AuthenticatorData
    var format = "packed"
    /// The certificates that attest; `nil` where the credential's own key does.
    var attestation: AttestationSample?
    /// The statement, where it is not the one that the format makes.
    var statement: CBORValue?
    var response = RegistrationResponse(
        id: "",
        rawID: [],
        type: "public-key",
        clientDataJSON: [],
        attestationObject: []
    )
    /// What is done to the finished parts.
    var damageClientData: (inout [UInt8]) -> Void = { _ in }
    var damageAuthenticatorData: (inout [UInt8]) -> Void = { _ in }
    var damageAttestationObject: (inout [UInt8]) -> Void = { _ in }
    var damageResponse: (inout RegistrationResponse) -> Void = { _ in }

    static let challenge = Array(UInt8(0)..<32)
    static let credentialID = Array(UInt8(100)..<132)
    static let userHandle = Array("user-1".utf8)

    init(_ algorithm: COSEAlgorithm = .es256) throws {
        key = try TestKey.make(for: algorithm)
        expectation = RegistrationExpectation(
            challenge: Self.challenge,
            userVerification: .required,
            userHandle: Self.userHandle
        )
        clientData = CollectedClientData(
            type: "webauthn.create",
            challenge: Self.challenge,
            origin: "https://example.org",
            crossOrigin: false
        )
        data = AuthenticatorData(
            relyingPartyIDHash: Array(SHA256.hash(data: Array("example.org".utf8))),
            flags: [.userPresent, .userVerified, .backupEligible, .backupState],
            signCount: 7,
            attestedCredentialData: AttestedCredentialData(
                aaguid: Array(0..<16),
                credentialID: Self.credentialID,
                publicKey: key.coseKey(algorithm).encoded()
            )
        )
    }

    /// The same with attestation `none`.
    static func withoutAttestation() throws -> RegistrationSample {
        var sample = try RegistrationSample()
        sample.format = "none"
        return sample
    }

    func makeResponse() throws -> RegistrationResponse {
        var clientDataJSON = clientData.encoded()
        damageClientData(&clientDataJSON)
        var authenticatorData = data.encoded()
        damageAuthenticatorData(&authenticatorData)
        let made = try makeStatement(authenticatorData, clientDataJSON)
        var object = AttestationObject(
            format: format,
            statement: statement ?? made,
            authenticatorData: authenticatorData
        ).encoded()
        damageAttestationObject(&object)
        var response = response
        response.rawID = data.attestedCredentialData?.credentialID ?? Self.credentialID
        response.id = Base64URL.encode(response.rawID)
        response.clientDataJSON = clientDataJSON
        response.attestationObject = object
        damageResponse(&response)
        return response
    }

    func verify() async throws -> VerifiedRegistration {
        try await relyingParty.verify(makeResponse(), expecting: expectation)
    }

    private func makeStatement(_ authenticatorData: [UInt8], _ clientDataJSON: [UInt8]) throws -> CBORValue {
        guard format != "none" else { return .map([]) }
        if let attestation {
            return try attestation.make(
                AttestationSample.Attested(
                    data: data,
                    authenticatorData: authenticatorData,
                    clientDataHash: Array(SHA256.hash(data: clientDataJSON)),
                    key: key
                )
            )
        }
        let algorithm = data.attestedCredentialData.flatMap { try? COSEKey(decoding: $0.publicKey).algorithm }
        let signature = try key.sign(authenticatorData + SHA256.hash(data: clientDataJSON))
        return Self.packed(algorithm ?? .es256, signature)
    }

    static func packed(_ algorithm: COSEAlgorithm, _ signature: [UInt8]) -> CBORValue {
        .map([
            CBORMember(key: .text("alg"), value: CBORValue(algorithm.rawValue)),
            CBORMember(key: .text("sig"), value: .bytes(signature)),
        ])
    }
}
