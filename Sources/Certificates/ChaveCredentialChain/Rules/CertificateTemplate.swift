internal import Crypto
internal import Foundation
internal import SwiftASN1
internal import X509

/// The whole content of a certificate, computed from its issuer, subject, key and validity.
///
/// The template leaves no other choice, so that the rules give exactly one sequence of bytes for each certificate.
struct CertificateTemplate {
    let issuer: DistinguishedName
    let subject: DistinguishedName
    let key: P256.Signing.PublicKey
    /// `nil` for a root, which names no other key.
    let issuerKey: P256.Signing.PublicKey?
    let serial: [UInt8]
    let validity: ClosedRange<Int64>
    let pathLength: Int
    let keyUsage: KeyUsage
    let permittedDomain: String
    /// `nil` for a root.
    let alternativeName: String?

    /// The signed part in DER, written by swift-certificates.
    func toBeSigned() throws(ChainRefusal) -> [UInt8] {
        // The library traps on years that a certificate cannot have.
        guard validity.lowerBound >= 0, validity.upperBound <= CertificateLife.latest else { throw .wrongValidity }
        guard !serial.isEmpty else { throw .wrongSerial }
        guard let certificate = try? certificate() else { throw .malformed }
        return Array(certificate.tbsCertificateBytes)
    }

    private func certificate() throws -> Certificate {
        try Certificate(
            version: .v3,
            serialNumber: Certificate.SerialNumber(bytes: serial),
            publicKey: Certificate.PublicKey(key),
            notValidBefore: Date(timeIntervalSince1970: Double(validity.lowerBound)),
            notValidAfter: Date(timeIntervalSince1970: Double(validity.upperBound)),
            issuer: issuer,
            subject: subject,
            signatureAlgorithm: .ecdsaWithSHA256,
            extensions: extensions(),
            issuerPrivateKey: CertificateTemplate.anyKey
        )
    }

    /// A key for a signature that is discarded: the library writes the signed part only together with a signature.
    private static let anyKey = Certificate.PrivateKey(P256.Signing.PrivateKey())

    private func extensions() throws -> Certificate.Extensions {
        try Certificate.Extensions {
            Critical(BasicConstraints.isCertificateAuthority(maxPathLength: pathLength))
            Critical(keyUsage)
            Critical(NameConstraints(permittedDNSDomains: [permittedDomain]))
            if let alternativeName { SubjectAlternativeNames([.dnsName(alternativeName)]) }
            SubjectKeyIdentifier(hash: Certificate.PublicKey(key))
            if let issuerKey {
                AuthorityKeyIdentifier(keyIdentifier: CertificateTemplate.identifier(of: issuerKey))
            }
        }
    }

    /// SHA-1 of the key's bits (RFC 5280, section 4.2.1.2, method 1): only a name, not a basis of trust.
    static func identifier(of key: P256.Signing.PublicKey) -> ArraySlice<UInt8> {
        SubjectKeyIdentifier(hash: Certificate.PublicKey(key)).keyIdentifier
    }
}

extension CertificateTemplate {
    static let rootPathLength = 5

    static func root(
        tenant: String,
        key: P256.Signing.PublicKey,
        serial: [UInt8],
        validity: ClosedRange<Int64>
    ) throws(ChainRefusal) -> CertificateTemplate {
        guard let name = try? TenantRootName.name(ofTenant: tenant) else { throw .wrongSubject }
        return CertificateTemplate(
            issuer: name,
            subject: name,
            key: key,
            issuerKey: nil,
            serial: serial,
            validity: validity,
            pathLength: rootPathLength,
            keyUsage: KeyUsage(keyCertSign: true, cRLSign: true),
            permittedDomain: CredentialSubject.permittedDomain(ofTenant: tenant),
            alternativeName: nil
        )
    }

    static func device(
        _ subject: CredentialSubject,
        key: P256.Signing.PublicKey,
        serial: [UInt8],
        validity: ClosedRange<Int64>,
        under authority: Authority
    ) throws(ChainRefusal) -> CertificateTemplate {
        guard let name = try? subject.name else { throw .wrongSubject }
        return CertificateTemplate(
            issuer: authority.name,
            subject: name,
            key: key,
            issuerKey: authority.key,
            serial: serial,
            validity: validity,
            pathLength: authority.pathLength - 1,
            keyUsage: KeyUsage(digitalSignature: true, keyCertSign: true),
            permittedDomain: subject.permittedDomain,
            alternativeName: subject.domainName
        )
    }
}
