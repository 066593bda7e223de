import ChaveWebAuthn
import ChaveWire
import Crypto
import SwiftASN1
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
        default: try packed(registration)
        }
    }

    /// The statement of the format `packed` with certificates.
    func packed(_ registration: Attested) throws -> CBORValue {
        return try statement([
            CBORMember(key: .text("alg"), value: CBORValue(algorithm.rawValue)),
            CBORMember(
                key: .text("sig"),
                value: signature(registration.authenticatorData + registration.clientDataHash)
            ),
            CBORMember(key: .text("x5c"), value: chain()),
        ])
    }

    /// The statement of the format `fido-u2f`.
    func fidoU2F(_ registration: Attested) throws -> CBORValue {
        let data = registration.data
        let credential = data.attestedCredentialData
        var point: [UInt8] = []
        if case .ec2(_, _, let x, let y)? = credential.flatMap({ try? COSEKey(decoding: $0.publicKey) }) {
            point = [4] + x + y
        }
        let id = credential?.credentialID ?? []
        return try statement([
            CBORMember(
                key: .text("sig"),
                value: signature([0] + data.relyingPartyIDHash + registration.clientDataHash + id + point)
            ),
            CBORMember(key: .text("x5c"), value: chain()),
        ])
    }

    /// The statement of the format `apple`.
    func apple(_ registration: Attested) throws -> CBORValue {
        var signed = registration.authenticatorData + registration.clientDataHash
        damageSigned(&signed)
        var nonce = hex("3024a1220420") + SHA256.hash(data: signed)
        damageExtension(&nonce)
        var certificate = certificate
        certificate.extensions.append(
            Certificate.Extension(oid: [1, 2, 840, 113635, 100, 8, 2], critical: false, value: nonce[...])
        )
        return try statement([
            CBORMember(key: .text("x5c"), value: chain(certificate, for: certifiedKey ?? registration.key))
        ])
    }

    /// The statement of the format `android-key`.
    func androidKey(_ registration: Attested) throws -> CBORValue {
        var description = android.encoded(challenge: registration.clientDataHash)
        damageExtension(&description)
        var certificate = certificate
        certificate.extensions.append(
            Certificate.Extension(oid: [1, 3, 6, 1, 4, 1, 11129, 2, 1, 17], critical: false, value: description[...])
        )
        var signed = registration.authenticatorData + registration.clientDataHash
        damageSigned(&signed)
        let number =
            registration.data.attestedCredentialData
            .flatMap { try? COSEKey(decoding: $0.publicKey).algorithm } ?? algorithm
        return try statement([
            CBORMember(key: .text("alg"), value: CBORValue(number.rawValue)),
            CBORMember(key: .text("sig"), value: .bytes(registration.key.sign(signed))),
            CBORMember(key: .text("x5c"), value: chain(certificate, for: certifiedKey ?? registration.key)),
        ])
    }

    private func chain(_ certificate: TestCertificate, for key: TestKey) throws -> CBORValue {
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
        at seconds: Int64 = TestCertificate.validTime
    ) throws -> RegistrationSample {
        var sample = try RegistrationSample()
        sample.format = kind.rawValue
        sample.attestation = attestation
        sample.attestation?.kind = kind
        sample.expectation.attestation = .anchored(try attestation.trust(at: seconds))
        return sample
    }

    func verifyExplaining() async throws -> VerifiedRegistration {
        try await relyingParty.verifyExplaining(makeResponse(), expecting: expectation)
    }
}
