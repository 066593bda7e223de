import ChaveBase
import ChaveCredentialChain
import ChavePixModel
import Crypto
import SwiftASN1
import Testing
import X509

/// One way in which a device's certificate can be wrong, and what it is called.
struct CertificateFault: Sendable, CustomTestStringConvertible {
    let name: String
    let refusal: ChainRefusal
    let apply: @Sendable (inout CertificateDraft) throws -> Void

    init(
        _ name: String,
        _ refusal: ChainRefusal,
        _ apply: @escaping @Sendable (inout CertificateDraft) throws -> Void
    ) {
        self.name = name
        self.refusal = refusal
        self.apply = apply
    }

    var testDescription: String { name }

    /// Two faults of one part cannot both be there.
    var part: String {
        switch refusal {
        case .wrongKey, .repeatedKey: "key"
        case .wrongSubject, .wrongTenant, .wrongUser, .repeatedSubject: "subject"
        case .notYetValid, .expired, .wrongValidity: "times"
        case .wrongBasicConstraints, .wrongPathLength: "constraints"
        default: refusal.rawValue
        }
    }
}

extension CertificateFault {
    /// Those that stand in the signed part, each for the second device's certificate.
    static let inContents = inKeysAndNames + inTimes + inConstraints + inOtherExtensions

    private static let inKeysAndNames: [CertificateFault] = [
        .init("a key on P-384", .wrongKey) { $0.key = Certificate.PublicKey(P384.Signing.PrivateKey().publicKey) },
        .init("an Ed25519 key", .wrongKey) {
            $0.key = Certificate.PublicKey(Curve25519.Signing.PrivateKey().publicKey)
        },
        .init("the parent's own key", .repeatedKey) { $0.key = Certificate.PublicKey(Sample.key(0).publicKey) },
        .init("the root's key", .repeatedKey) { $0.key = Certificate.PublicKey(Sample.rootKey().publicKey) },
        .init("another issuer", .wrongIssuer) { $0.issuer = try CertificateDraft.name(Sample.subject(7)) },
        .init("the root as issuer", .wrongIssuer) { $0.issuer = CertificateDraft.rootName },
        .init("no subject", .wrongSubject) { $0.subject = DistinguishedName() },
        .init("a subject without a user", .wrongSubject) { $0.subject = CertificateDraft.rootName },
        .init("a subject in another order", .wrongSubject) {
            $0.subject = DistinguishedName($0.subject.reversed())
        },
        .init("a second common name", .wrongSubject) {
            $0.subject = try DistinguishedName(Array($0.subject) + [CommonName("second").makeRDN()])
        },
        .init("a credential with a dot", .wrongSubject) {
            $0.subject = try CertificateDraft.name(.init(tenant: "bank", user: Sample.user, credential: "a.b"))
        },
        .init("a credential in capitals", .wrongSubject) {
            $0.subject = try CertificateDraft.name(.init(tenant: "bank", user: Sample.user, credential: "A"))
        },
        .init("a user without a name", .wrongSubject) {
            $0.subject = try CertificateDraft.name(.init(tenant: "bank", user: "", credential: "credential-1"))
        },
        .init("another tenant", .wrongTenant) {
            $0.subject = try CertificateDraft.name(
                .init(tenant: "shop", user: Sample.user, credential: "credential-1")
            )
        },
        .init("another user", .wrongUser) {
            $0.subject = try CertificateDraft.name(Sample.subject(1, user: Sample.otherUser))
        },
        .init("another user throughout", .wrongUser) { draft in
            let parent = draft.issuer
            draft = try CertificateDraft(device: 1, user: Sample.otherUser)
            draft.issuer = parent
        },
        .init("the parent's own name", .repeatedSubject) { $0.subject = $0.issuer },
        .init("a serial number of 17 bytes", .wrongSerial) { $0.serial = [1] + Sample.serial(1) },
        .init("a serial number with its highest bit set", .wrongSerial) {
            $0.serial = [0x80] + Sample.serial(1).dropFirst()
        },
        .init("the serial number 0", .wrongSerial) { $0.serial = [0] },
    ]

    private static let inTimes: [CertificateFault] = [
        .init("not before a second from now", .notYetValid) { $0.notBefore = Sample.now.seconds + 1 },
        .init("not after a second ago", .expired) { $0.notAfter = Sample.now.seconds - 1 },
        .init("a second longer than the parent", .wrongValidity) { $0.notAfter += 1 },
        .init("more than 367 days", .wrongValidity) { $0.notBefore = $0.notAfter - 367 * 86_400 - 1 },
        .init("an end before its beginning", .expired) { $0.notAfter = $0.notBefore - 1 },
        .init("the year 9999", .wrongValidity) { $0.notAfter = 253_402_300_799 },
    ]

    private static let inConstraints: [CertificateFault] = [
        .init("no basic constraints", .wrongBasicConstraints) { $0.remove(.X509ExtensionID.basicConstraints) },
        .init("basic constraints that are not critical", .wrongBasicConstraints) {
            try $0.set(BasicConstraints.isCertificateAuthority(maxPathLength: 3))
        },
        .init("no authority", .wrongBasicConstraints) {
            try $0.set(Critical(BasicConstraints.notCertificateAuthority))
        },
        .init("no path length", .wrongBasicConstraints) {
            try $0.set(Critical(BasicConstraints.isCertificateAuthority(maxPathLength: nil)))
        },
        .init("the parent's path length", .wrongPathLength) {
            try $0.set(Critical(BasicConstraints.isCertificateAuthority(maxPathLength: 4)))
        },
        .init("two less than the parent's path length", .wrongPathLength) {
            try $0.set(Critical(BasicConstraints.isCertificateAuthority(maxPathLength: 2)))
        },
        .init("no key usage", .wrongKeyUsage) { $0.remove(.X509ExtensionID.keyUsage) },
        .init("key usage that is not critical", .wrongKeyUsage) {
            try $0.set(KeyUsage(digitalSignature: true, keyCertSign: true))
        },
        .init("revocation lists", .wrongKeyUsage) {
            try $0.set(Critical(KeyUsage(digitalSignature: true, keyCertSign: true, cRLSign: true)))
        },
        .init("no signatures but certificates'", .wrongKeyUsage) { try $0.set(Critical(KeyUsage(keyCertSign: true))) },
        .init("no signatures under certificates", .wrongKeyUsage) {
            try $0.set(Critical(KeyUsage(digitalSignature: true)))
        },
        .init("no name constraint", .wrongNameConstraint) { $0.remove(.X509ExtensionID.nameConstraints) },
        .init("a name constraint that is not critical", .wrongNameConstraint) {
            try $0.set(NameConstraints(permittedDNSDomains: ["\(Sample.user).bank.invalid"]))
        },
        .init("a constraint to the tenant", .wrongNameConstraint) {
            try $0.set(Critical(NameConstraints(permittedDNSDomains: ["bank.invalid"])))
        },
        .init("a constraint to nothing", .wrongNameConstraint) {
            try $0.set(Critical(NameConstraints(permittedDNSDomains: [""])))
        },
        .init("a constraint to two users", .wrongNameConstraint) {
            let domains = ["\(Sample.user).bank.invalid", "\(Sample.otherUser).bank.invalid"]
            try $0.set(Critical(NameConstraints(permittedDNSDomains: NameConstraints.DNSNames(domains))))
        },
        .init("a constraint that excludes", .wrongNameConstraint) {
            let constraints = NameConstraints(
                permittedDNSDomains: ["\(Sample.user).bank.invalid"],
                excludedDNSDomains: ["example"]
            )
            try $0.set(Critical(constraints))
        },
    ]

    private static let inOtherExtensions: [CertificateFault] = [
        .init("an extended key usage", .unknownExtension) { try $0.set(ExtendedKeyUsage([.clientAuth])) },
        .init("an unknown critical extension", .unknownExtension) {
            $0.set(.init(oid: [1, 3, 6, 1, 4, 1, 99999, 1], critical: true, value: [5, 0]))
        },
        .init("no extensions", .wrongBasicConstraints) { $0.extensions = [] },
        .init("no alternative name", .wrongAlternativeName) { $0.remove(.X509ExtensionID.subjectAlternativeName) },
        .init("a second alternative name", .wrongAlternativeName) {
            let own = "credential-1.\(Sample.user).bank.invalid"
            try $0.set(SubjectAlternativeNames([.dnsName(own), .dnsName("other.\(Sample.user).bank.invalid")]))
        },
        .init("another device's alternative name", .wrongAlternativeName) {
            try $0.set(SubjectAlternativeNames([.dnsName("credential-2.\(Sample.user).bank.invalid")]))
        },
        .init("an address as alternative name", .wrongAlternativeName) {
            try $0.set(SubjectAlternativeNames([.rfc822Name("ana@example.com")]))
        },
        .init("an unreadable alternative name", .wrongAlternativeName) {
            $0.set(.init(oid: .X509ExtensionID.subjectAlternativeName, critical: false, value: [5, 0]))
        },
        .init("no subject key identifier", .wrongKeyIdentifier) { $0.remove(.X509ExtensionID.subjectKeyIdentifier) },
        .init("the key identifier of another key", .wrongKeyIdentifier) {
            try $0.set(SubjectKeyIdentifier(hash: Certificate.PublicKey(Sample.key(7).publicKey)))
        },
        .init("no authority key identifier", .wrongKeyIdentifier) {
            $0.remove(.X509ExtensionID.authorityKeyIdentifier)
        },
        .init("version 1", .notCanonical) { $0.version = .v1 },
        .init("extensions in another order", .notCanonical) { $0.extensions.reverse() },
        .init("an alternative name that is critical", .notCanonical) {
            try $0.set(Critical(SubjectAlternativeNames([.dnsName("credential-1.\(Sample.user).bank.invalid")])))
        },
    ]
}
