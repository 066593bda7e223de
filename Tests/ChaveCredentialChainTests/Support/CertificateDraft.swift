import ChaveBase
import ChaveCredentialChain
import ChavePixModel
import Crypto
import Foundation
import SwiftASN1
import X509

/// A certificate made with swift-certificates directly, so that it can be made wrong in any one way.
struct CertificateDraft {
    var version = Certificate.Version.v3
    var serial = Sample.serial(20)
    var issuer: DistinguishedName
    var subject: DistinguishedName
    var key: Certificate.PublicKey
    var notBefore = Sample.now.seconds - 300
    var notAfter = Sample.now.seconds + Sample.year
    var extensions: [Certificate.Extension]
    var signer: Certificate.PrivateKey
    var algorithm = Certificate.SignatureAlgorithm.ecdsaWithSHA256
    /// What becomes of the whole certificate's bytes at the end.
    var damage: ([UInt8]) -> [UInt8] = { $0 }

    /// The right certificate for a device that is so many below the root's own device, 0 for that one.
    init(device number: Int, user: String = Sample.user) throws {
        let subject = Sample.subject(number, user: user)
        let key = Certificate.PublicKey(Sample.key(number).publicKey)
        let above = number == 0 ? Sample.rootKey() : Sample.key(number - 1)
        issuer =
            try number == 0 ? CertificateDraft.rootName : CertificateDraft.name(Sample.subject(number - 1, user: user))
        self.subject = try CertificateDraft.name(subject)
        self.key = key
        signer = Certificate.PrivateKey(above)
        let domain = "\(user).bank.invalid"
        extensions = try [
            Critical(BasicConstraints.isCertificateAuthority(maxPathLength: max(0, 4 - number)))
                .makeCertificateExtension(),
            Critical(KeyUsage(digitalSignature: true, keyCertSign: true)).makeCertificateExtension(),
            Critical(NameConstraints(permittedDNSDomains: [domain])).makeCertificateExtension(),
            SubjectAlternativeNames([.dnsName("\(subject.credential).\(domain)")]).makeCertificateExtension(),
            SubjectKeyIdentifier(hash: key).makeCertificateExtension(),
            AuthorityKeyIdentifier(
                keyIdentifier: SubjectKeyIdentifier(hash: Certificate.PublicKey(above.publicKey)).keyIdentifier
            ).makeCertificateExtension(),
        ]
    }

    static let rootName = valid {
        try DistinguishedName {
            OrganizationName("bank")
            CommonName("root")
        }
    }

    static func name(_ subject: CredentialSubject) throws -> DistinguishedName {
        try DistinguishedName {
            OrganizationName(subject.tenant)
            OrganizationalUnitName(subject.user)
            CommonName(subject.credential)
        }
    }

    /// In place of the one of that kind, or after the others.
    mutating func set(_ extension: some CertificateExtensionConvertible) throws {
        set(try `extension`.makeCertificateExtension())
    }

    mutating func set(_ new: Certificate.Extension) {
        guard let index = extensions.firstIndex(where: { $0.oid == new.oid }) else { return extensions.append(new) }
        extensions[index] = new
    }

    mutating func remove(_ type: ASN1ObjectIdentifier) { extensions.removeAll { $0.oid == type } }

    func certificate() throws -> Certificate {
        try Certificate(
            version: version,
            serialNumber: Certificate.SerialNumber(bytes: serial),
            publicKey: key,
            notValidBefore: Date(timeIntervalSince1970: Double(notBefore)),
            notValidAfter: Date(timeIntervalSince1970: Double(notAfter)),
            issuer: issuer,
            subject: subject,
            signatureAlgorithm: algorithm,
            extensions: Certificate.Extensions(extensions),
            issuerPrivateKey: signer
        )
    }

    func der() throws -> [UInt8] {
        var serializer = DER.Serializer()
        try serializer.serialize(certificate())
        return damage(serializer.serializedBytes)
    }

    func toBeSigned() throws -> [UInt8] { try Array(certificate().tbsCertificateBytes) }
}

/// Samples are right; where one is not, the test's own making is.
func valid<Value>(_ make: () throws -> Value) -> Value {
    do { return try make() } catch { preconditionFailure("a sample cannot be made: \(error)") }
}
