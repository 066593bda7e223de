public import ChaveBase
import CryptoExtras
import Foundation
import SwiftASN1
import X509

/// A certificate authority for development: a root, an issuer below it, and the certificates that the issuer makes.
///
/// Keys are RSA of 2,048 bits and signatures RSA with SHA-256, as the certificate standard 2.1 demands. Nobody but a
/// development should trust it.
public struct DevelopmentAuthority: Sendable {
    private let root: Certificate
    private let issuer: Certificate
    private let rootKey: _RSA.Signing.PrivateKey
    private let issuerKey: _RSA.Signing.PrivateKey

    /// The end of an authority's life: ten years.
    static let authoritySeconds: Int64 = 3_653 * 86_400
    /// The usual life of a participant's certificate: a year.
    public static let participantSeconds: Int64 = 365 * 86_400

    /// A key or a certificate in PEM that cannot be read, by its name.
    public struct Unreadable: Error, Hashable, Sendable {
        public let part: String
    }

    /// Makes a new root and a new issuer.
    public init(name: String, now: Timestamp) throws {
        rootKey = try _RSA.Signing.PrivateKey(keySize: .bits2048)
        issuerKey = try _RSA.Signing.PrivateKey(keySize: .bits2048)
        let validity = Validity(from: now, seconds: DevelopmentAuthority.authoritySeconds)
        let rootName = try DevelopmentAuthority.name("\(name) Root")
        root = try DevelopmentAuthority.authority(rootKey, rootName, by: (rootKey, rootName), validity, pathLength: 1)
        let issuerName = try DevelopmentAuthority.name("\(name) Issuer")
        issuer = try DevelopmentAuthority.authority(
            issuerKey,
            issuerName,
            by: (rootKey, rootName),
            validity,
            pathLength: 0
        )
    }

    /// Reads what ``pem`` wrote.
    public init(_ pem: PEM) throws(Unreadable) {
        root = try DevelopmentAuthority.certificate(pem.root, "root")
        issuer = try DevelopmentAuthority.certificate(pem.issuer, "issuer")
        rootKey = try DevelopmentAuthority.key(pem.rootKey, "root key")
        issuerKey = try DevelopmentAuthority.key(pem.issuerKey, "issuer key")
    }

    /// The authority as texts to keep; two of them are secret.
    public struct PEM: Hashable, Sendable {
        public var root: String
        public var rootKey: String
        public var issuer: String
        public var issuerKey: String

        public init(root: String, rootKey: String, issuer: String, issuerKey: String) {
            self.root = root
            self.rootKey = rootKey
            self.issuer = issuer
            self.issuerKey = issuerKey
        }
    }

    public var pem: PEM {
        get throws {
            PEM(
                root: try root.serializeAsPEM().pemString,
                rootKey: rootKey.pkcs8PEMRepresentation,
                issuer: try issuer.serializeAsPEM().pemString,
                issuerKey: issuerKey.pkcs8PEMRepresentation
            )
        }
    }

    // MARK: Issuing

    /// A transport certificate, followed by the issuer's: what a client's `certificate` file holds.
    public func transport(_ subject: TransportSubject, keyPEM: String, now: Timestamp, seconds: Int64) throws -> String
    {
        try chain(
            certificate(
                keyPEM,
                subject.name,
                Validity(from: now, seconds: seconds),
                Certificate.Extensions {
                    Critical(BasicConstraints.notCertificateAuthority)
                    Critical(KeyUsage(digitalSignature: true, keyEncipherment: true))
                    try ExtendedKeyUsage([.clientAuth])
                    SubjectAlternativeNames([.dnsName(subject.commonName)])
                }
            )
        )
    }

    /// A signing certificate, followed by the issuer's.
    public func signing(_ subject: SigningSubject, keyPEM: String, now: Timestamp, seconds: Int64) throws -> String {
        let names = try subject.otherNames
        return try chain(
            certificate(
                keyPEM,
                subject.name,
                Validity(from: now, seconds: seconds),
                Certificate.Extensions {
                    Critical(BasicConstraints.notCertificateAuthority)
                    Critical(KeyUsage(digitalSignature: true, nonRepudiation: true))
                    names
                }
            )
        )
    }

    /// A server's certificate for some host names, followed by the issuer's.
    public func server(_ names: [String], keyPEM: String, now: Timestamp, seconds: Int64) throws -> String {
        let subject = try DevelopmentAuthority.name(names.first ?? "server")
        return try chain(
            certificate(
                keyPEM,
                subject,
                Validity(from: now, seconds: seconds),
                Certificate.Extensions {
                    Critical(BasicConstraints.notCertificateAuthority)
                    Critical(KeyUsage(digitalSignature: true, keyEncipherment: true))
                    try ExtendedKeyUsage([.serverAuth])
                    SubjectAlternativeNames(names.map { .dnsName($0) })
                }
            )
        )
    }

    /// A new key of 2,048 bits as PKCS#8 in PEM.
    public static func newKeyPEM() throws -> String {
        try _RSA.Signing.PrivateKey(keySize: .bits2048).pkcs8PEMRepresentation
    }

    private func chain(_ certificate: Certificate) throws -> String {
        try [certificate, issuer].map { try $0.serializeAsPEM().pemString }.joined(separator: "\n") + "\n"
    }

    private func certificate(
        _ keyPEM: String,
        _ subject: DistinguishedName,
        _ validity: Validity,
        _ extensions: Certificate.Extensions
    ) throws -> Certificate {
        let key = try DevelopmentAuthority.key(keyPEM, "key")
        return try Certificate(
            version: .v3,
            serialNumber: Certificate.SerialNumber(),
            publicKey: .init(key.publicKey),
            notValidBefore: validity.start,
            notValidAfter: min(validity.end, issuer.notValidAfter),
            issuer: issuer.subject,
            subject: subject,
            signatureAlgorithm: .sha256WithRSAEncryption,
            extensions: extensions,
            issuerPrivateKey: .init(issuerKey)
        )
    }

    private static func authority(
        _ key: _RSA.Signing.PrivateKey,
        _ subject: DistinguishedName,
        by issuer: (key: _RSA.Signing.PrivateKey, name: DistinguishedName),
        _ validity: Validity,
        pathLength: Int
    ) throws -> Certificate {
        try Certificate(
            version: .v3,
            serialNumber: Certificate.SerialNumber(),
            publicKey: .init(key.publicKey),
            notValidBefore: validity.start,
            notValidAfter: validity.end,
            issuer: issuer.name,
            subject: subject,
            signatureAlgorithm: .sha256WithRSAEncryption,
            extensions: Certificate.Extensions {
                Critical(BasicConstraints.isCertificateAuthority(maxPathLength: pathLength))
                Critical(KeyUsage(keyCertSign: true, cRLSign: true))
                SubjectKeyIdentifier(hash: .init(key.publicKey))
            },
            issuerPrivateKey: .init(issuer.key)
        )
    }

    private static func name(_ commonName: String) throws -> DistinguishedName {
        try DistinguishedName([
            .init(type: .RDNAttributeType.countryName, printableString: "BR"),
            .init(type: .RDNAttributeType.organizationName, utf8String: "Chave Development Authority"),
            .init(type: .RDNAttributeType.commonName, utf8String: commonName),
        ])
    }

    private static func certificate(_ pem: String, _ part: String) throws(Unreadable) -> Certificate {
        do { return try Certificate(pemEncoded: pem) } catch { throw Unreadable(part: part) }
    }

    private static func key(_ pem: String, _ part: String) throws(Unreadable) -> _RSA.Signing.PrivateKey {
        do { return try _RSA.Signing.PrivateKey(pemRepresentation: pem) } catch { throw Unreadable(part: part) }
    }
}

/// The time in which a certificate counts; it begins a minute early, for clocks that differ.
private struct Validity {
    let start: Date
    let end: Date

    init(from now: Timestamp, seconds: Int64) {
        start = Date(timeIntervalSince1970: Double(now.seconds - 60))
        end = Date(timeIntervalSince1970: Double(now.seconds + seconds))
    }
}
