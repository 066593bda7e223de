import ChaveWebAuthn
import ChaveWire
import Crypto
import X509

/// The keys and certificates of a valid attestation, in parts, so that a test can break one of them.
struct AttestationSample {
    var rootKey = P256.Signing.PrivateKey()
    var root = TestCertificate.authority("Test CA", issuedBy: "Test CA")
    var key = P256.Signing.PrivateKey()
    var certificate = TestCertificate()
    var algorithm = COSEAlgorithm.es256
    /// What is done to the list of certificates, and to the members of the statement, once they are made.
    var damageChain: (inout [[UInt8]]) -> Void = { _ in }
    var damageStatement: (inout [CBORMember]) -> Void = { _ in }
    var damageSigned: (inout [UInt8]) -> Void = { _ in }

    func trust(at seconds: Int64 = TestCertificate.validTime) throws -> AttestationTrust {
        try AttestationTrust(anchors: [root.signed(by: rootKey, for: rootKey)], at: seconds)
    }

    /// The statement of the format `packed` with certificates.
    func packed(_ authenticatorData: [UInt8], _ clientDataHash: [UInt8]) throws -> CBORValue {
        var signed = authenticatorData + clientDataHash
        damageSigned(&signed)
        return try statement([
            CBORMember(key: .text("alg"), value: CBORValue(algorithm.rawValue)),
            CBORMember(key: .text("sig"), value: .bytes(Array(key.signature(for: signed).derRepresentation))),
            CBORMember(key: .text("x5c"), value: chain()),
        ])
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
        _ attestation: AttestationSample = AttestationSample(),
        at seconds: Int64 = TestCertificate.validTime
    ) throws -> RegistrationSample {
        var sample = try RegistrationSample()
        sample.attestation = attestation
        sample.expectation.attestation = .anchored(try attestation.trust(at: seconds))
        return sample
    }

    func verifyExplaining() async throws -> VerifiedRegistration {
        try await relyingParty.verifyExplaining(makeResponse(), expecting: expectation)
    }
}
