import ChaveWebAuthn
import Crypto
import Foundation
import SwiftASN1
import X509

/// A certificate as it is to be made; starts as the right one for `packed`.
struct TestCertificate {
    var version = Certificate.Version.v3
    var subject = TestCertificate.name(unit: "Authenticator Attestation")
    var issuer = TestCertificate.name(unit: "Test CA")
    var notBefore: Int64 = 1_700_000_000
    var notAfter: Int64 = 1_900_000_000
    var constraints: BasicConstraints? = .notCertificateAuthority
    var extensions: [Certificate.Extension] = []

    /// A time at which what is made here is valid.
    static let validTime: Int64 = 1_800_000_000

    static func name(
        country: String? = "BR",
        organization: String? = "Chave",
        unit: String? = nil,
        common: String? = "A name"
    ) -> DistinguishedName {
        let attributes: [(ASN1ObjectIdentifier, String?)] = [
            (.RDNAttributeType.countryName, country), (.RDNAttributeType.organizationName, organization),
            (.RDNAttributeType.organizationalUnitName, unit), (.RDNAttributeType.commonName, common),
        ]
        return DistinguishedName(
            attributes.compactMap { type, value in
                value.map {
                    RelativeDistinguishedName(RelativeDistinguishedName.Attribute(type: type, utf8String: $0))
                }
            }
        )
    }

    /// A certificate authority of that name.
    static func authority(_ subject: String, issuedBy issuer: String, pathLength: Int? = nil) -> TestCertificate {
        var certificate = TestCertificate()
        certificate.subject = name(unit: subject)
        certificate.issuer = name(unit: issuer)
        certificate.constraints = .isCertificateAuthority(maxPathLength: pathLength)
        return certificate
    }

    func signed(
        by issuer: P256.Signing.PrivateKey,
        for key: Certificate.PublicKey
    ) throws -> [UInt8] {
        var all = try Certificate.Extensions(extensions)
        if let constraints {
            try all.append(Certificate.Extension(constraints, critical: true))
        }
        let certificate = try Certificate(
            version: version,
            serialNumber: Certificate.SerialNumber(bytes: [1, 2, 3]),
            publicKey: key,
            notValidBefore: Date(timeIntervalSince1970: Double(notBefore)),
            notValidAfter: Date(timeIntervalSince1970: Double(notAfter)),
            issuer: self.issuer,
            subject: subject,
            signatureAlgorithm: .ecdsaWithSHA256,
            extensions: all,
            issuerPrivateKey: Certificate.PrivateKey(issuer)
        )
        var serializer = DER.Serializer()
        try serializer.serialize(certificate)
        return serializer.serializedBytes
    }

    func signed(by issuer: P256.Signing.PrivateKey, for key: P256.Signing.PrivateKey) throws -> [UInt8] {
        try signed(by: issuer, for: Certificate.PublicKey(key.publicKey))
    }
}

extension Certificate.Extension {
    /// `id-fido-gen-ce-aaguid`.
    static func model(_ aaguid: [UInt8], critical: Bool = false) -> Certificate.Extension {
        Certificate.Extension(
            oid: [1, 3, 6, 1, 4, 1, 45724, 1, 1, 4],
            critical: critical,
            value: ([0x04, UInt8(aaguid.count)] + aaguid)[...]
        )
    }
}
