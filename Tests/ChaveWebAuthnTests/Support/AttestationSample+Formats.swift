import ChaveWebAuthn
import ChaveWire
import Crypto
import SwiftASN1
import X509

extension AttestationSample {
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

    /// The statement of the format `tpm`.
    func makeTPM(_ registration: Attested) throws -> CBORValue {
        let area = tpm.publicArea(of: certifiedKey ?? registration.key)
        let signed = registration.authenticatorData + registration.clientDataHash
        let info = tpm.certification(extraData: Array(SHA256.hash(data: signed)), area: area)
        var certificate = certificate
        certificate.subject = DistinguishedName()
        certificate.extensions += try tpm.extensions()
        return try statement([
            CBORMember(key: .text("alg"), value: CBORValue(algorithm.rawValue)),
            CBORMember(key: .text("sig"), value: signature(info)),
            CBORMember(key: .text("ver"), value: .text("2.0")),
            CBORMember(key: .text("x5c"), value: chain(certificate, for: .p256(key))),
            CBORMember(key: .text("pubArea"), value: .bytes(area)),
            CBORMember(key: .text("certInfo"), value: .bytes(info)),
        ])
    }
}
