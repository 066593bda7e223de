import ChaveWebAuthn
import ChaveWire
import Crypto
import X509

/// The keys and certificates of a valid attestation, in parts, so that a test can break one of them.
struct AttestationSample {
    /// What an attestation is about.
    struct Attested {
        var data: AuthenticatorData
        /// The same, as it is sent.
        var authenticatorData: [UInt8]
        var clientDataHash: [UInt8]
        var key: TestKey
    }

    var kind = AttestationFormat.packed
    var rootKey = P256.Signing.PrivateKey()
    var root = TestCertificate.authority("Test CA", issuedBy: "Test CA")
    var key = P256.Signing.PrivateKey()
    var certificate = TestCertificate()
    var algorithm = COSEAlgorithm.es256
    /// What is done to the list of certificates, and to the members of the statement, once they are made.
    var damageChain: (inout [[UInt8]]) -> Void = { _ in }
    var damageStatement: (inout [CBORMember]) -> Void = { _ in }
    /// The key of the certificate, where it is the credential's that should be certified.
    var certifiedKey: TestKey?
    /// What an Android device says of the key.
    var android = AndroidKey()
    /// What a TPM says of the key.
    var tpm = TestTPM()
    /// What is done to the extension that the format is about.
    var damageExtension: (inout [UInt8]) -> Void = { _ in }
    var damageSigned: (inout [UInt8]) -> Void = { _ in }

    func trust(at seconds: Int64 = TestCertificate.validTime) throws -> AttestationTrust {
        try AttestationTrust(anchors: [root.signed(by: rootKey, for: rootKey)], at: seconds)
    }

    func make(_ registration: Attested) throws -> CBORValue {
        switch kind {
        case .fidoU2F: try fidoU2F(registration)
        case .apple: try apple(registration)
        case .androidKey: try androidKey(registration)
        case .tpm: try makeTPM(registration)
        default: try packed(registration)
        }
    }

    func chain(_ certificate: TestCertificate, for key: TestKey) throws -> CBORValue {
        var chain = [try certificate.signed(by: rootKey, for: key.certificateKey)]
        damageChain(&chain)
        return .array(chain.map { .bytes($0) })
    }

    func signature(_ bytes: [UInt8]) throws -> CBORValue {
        var signed = bytes
        damageSigned(&signed)
        return .bytes(Array(try key.signature(for: signed).derRepresentation))
    }

    func chain() throws -> CBORValue {
        var chain = [try certificate.signed(by: rootKey, for: key)]
        damageChain(&chain)
        return .array(chain.map { .bytes($0) })
    }

    func statement(_ members: [CBORMember]) -> CBORValue {
        var members = members
        damageStatement(&members)
        return .map(members)
    }
}

extension RegistrationSample {
    /// A registration with that attestation, whose root is the only anchor.
    static func attested(
        _ kind: AttestationFormat = .packed,
        _ attestation: AttestationSample = AttestationSample(),
        of algorithm: COSEAlgorithm = .es256,
        at seconds: Int64 = TestCertificate.validTime
    ) throws -> RegistrationSample {
        var sample = try RegistrationSample(algorithm)
        sample.format = kind.rawValue
        sample.attestation = attestation
        sample.attestation?.kind = kind
        sample.expectation.attestation = .anchored(try attestation.trust(at: seconds))
        return sample
    }

    /// One of a key in a TPM, after `change`.
    static func tpm(_ change: (inout AttestationSample) -> Void = { _ in }) throws -> RegistrationSample {
        var attestation = AttestationSample()
        change(&attestation)
        return try attested(.tpm, attestation)
    }

    func verifyExplaining() async throws -> VerifiedRegistration {
        try await relyingParty.verifyExplaining(makeResponse(), expecting: expectation)
    }
}
