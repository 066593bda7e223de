import ChaveBase
import ChaveWebAuthn
import ChaveWire
import Testing

/// One of the W3C test vectors of WebAuthn Level 3, section 16.
struct SpecificationVector: Sendable, CustomTestStringConvertible {
    let name: String
    let registrationChallenge: [UInt8]
    let registration: RegistrationResponse
    let authenticationChallenge: [UInt8]
    let authentication: AuthenticationResponse
    let stored: StoredCredential
    let format: String
    let algorithm: COSEAlgorithm

    var testDescription: String { name }

    /// The party of the vectors; what two of them do in frames is allowed.
    static let relyingParty = RelyingParty(
        id: "example.org",
        origins: ["https://example.org"],
        topOrigins: ["https://example.com"],
        allowsUnnamedTopOrigin: true
    )

    /// The only anchor of the attestations, with a time at which their certificates are valid.
    static func policy(at seconds: Int64 = TestCertificate.validTime) throws -> AttestationPolicy {
        let root = try Vectors.load("webauthn_l3.json")["attestation_root"]?["attestation_ca_cert"]?.string ?? ""
        var policy = AttestationPolicy.anchored(try AttestationTrust(anchors: [hex(root)], at: seconds))
        policy.androidKeyProof = .silenceIsEnough  // The vector's lists are empty.
        policy.acceptedTypes.formUnion([.none, .selfAttestation])
        return policy
    }

    static let all: [SpecificationVector] = (try? load()) ?? []

    static func load() throws -> [SpecificationVector] {
        try (Vectors.load("webauthn_l3.json")["vectors"]?.array ?? []).map { try SpecificationVector($0) }
    }

    private init(_ json: JSONValue) throws {
        func bytes(_ part: String, _ name: String) -> [UInt8] { hex(json[part]?[name]?.string ?? "") }
        name = json["name"]?.string ?? ""
        let object = try AttestationObject(decoding: bytes("registration", "attestationObject"))
        let data = try AuthenticatorData(decoding: object.authenticatorData)
        guard let attested = data.attestedCredentialData else { throw Vectors.Missing(name: name) }
        format = object.format
        algorithm = try COSEKey(decoding: attested.publicKey).algorithm
        registrationChallenge = bytes("registration", "challenge")
        authenticationChallenge = bytes("authentication", "challenge")
        registration = RegistrationResponse(
            id: Base64URL.encode(attested.credentialID),
            rawID: attested.credentialID,
            type: "public-key",
            clientDataJSON: bytes("registration", "clientDataJSON"),
            attestationObject: bytes("registration", "attestationObject")
        )
        authentication = AuthenticationResponse(
            id: Base64URL.encode(attested.credentialID),
            rawID: attested.credentialID,
            type: "public-key",
            clientDataJSON: bytes("authentication", "clientDataJSON"),
            authenticatorData: bytes("authentication", "authenticatorData"),
            signature: bytes("authentication", "signature"),
            userHandle: nil
        )
        stored = StoredCredential(
            id: attested.credentialID,
            publicKey: attested.publicKey,
            signCount: data.signCount,
            backupEligible: data.flags.contains(.backupEligible),
            backupState: data.flags.contains(.backupState),
            userHandle: nil
        )
    }

    /// What its attestation is, where a chain is taken for `chain`.
    func attestation(chain: AttestationType) -> AttestationType {
        switch name {
        case _ where format == "none": .none
        case "packed-self-es256": .selfAttestation
        default: chain
        }
    }

    func register(
        _ response: RegistrationResponse? = nil,
        userVerification: UserVerificationRequirement = .preferred,
        attestation: AttestationPolicy = .unanchored
    ) async throws -> VerifiedRegistration {
        try await Self.relyingParty.verify(
            response ?? registration,
            expecting: RegistrationExpectation(
                challenge: registrationChallenge,
                userVerification: userVerification,
                attestation: attestation
            )
        )
    }

    func authenticate(
        _ response: AuthenticationResponse? = nil,
        userVerification: UserVerificationRequirement = .preferred
    ) throws -> VerifiedAuthentication {
        try Self.relyingParty.verify(
            response ?? authentication,
            against: stored,
            expecting: AuthenticationExpectation(
                challenge: authenticationChallenge,
                allowedCredentials: [stored.id],
                userVerification: userVerification
            )
        )
    }
}
