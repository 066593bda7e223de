internal import Crypto
internal import X509

/// An accepted certificate of a chain in its role as the issuer of the next one.
struct Authority: Sendable {
    let tenant: String
    /// `nil` for a root.
    let subject: CredentialSubject?
    let name: DistinguishedName
    let key: P256.Signing.PublicKey
    let pathLength: Int
    let validity: ClosedRange<Int64>
    /// The names and keys of this certificate and of all certificates above it.
    let names: Set<DistinguishedName>
    let keys: Set<[UInt8]>
}

extension Authority {
    /// Accepts a certificate that is exactly what the rules allow for a device under this one; `now` is in seconds
    /// since 1970.
    ///
    /// This function does not check the signature.
    func admit(_ certificate: ReadCertificate, now: Int64) throws(ChainRefusal) -> Authority {
        try requireRoom()
        try certificate.requireAlgorithm()
        let key = try certificate.requireKey()
        try requireNewKey(key)
        try requireIssuer(certificate)
        let subject = try certificate.requireSubject()
        try requireTenant(subject)
        try requireUser(subject)
        try requireNewName(certificate)
        let serial = try certificate.requireSerial()
        try certificate.requireBegun(now)
        try certificate.requireNotOver(now)
        let validity = try requireValidity(certificate)
        try CertificateTemplate.device(subject, key: key, serial: serial, validity: validity, under: self)
            .requireExactly(certificate)
        return Authority(
            tenant: tenant,
            subject: subject,
            name: certificate.certificate.subject,
            key: key,
            pathLength: pathLength - 1,
            validity: validity,
            names: names.union([certificate.certificate.subject]),
            keys: keys.union([Authority.bytes(key)])
        )
    }

    /// A chain has at most five devices.
    ///
    /// RFC 5280, section 4.2.1.9, counts differently: there the last certificate of a path does not count.
    func requireRoom() throws(ChainRefusal) {
        guard pathLength > 0 else { throw .tooManyCertificates }
    }

    /// A device that signs for its own key or for a key above it would make a chain that proves nothing new.
    private func requireNewKey(_ key: P256.Signing.PublicKey) throws(ChainRefusal) {
        guard !keys.contains(Authority.bytes(key)) else { throw .repeatedKey }
    }

    /// RFC 5280, section 6.1.3 (a) (4).
    private func requireIssuer(_ certificate: ReadCertificate) throws(ChainRefusal) {
        guard certificate.certificate.issuer == name else { throw .wrongIssuer }
    }

    private func requireTenant(_ child: CredentialSubject) throws(ChainRefusal) {
        guard child.tenant == tenant else { throw .wrongTenant }
    }

    private func requireUser(_ child: CredentialSubject) throws(ChainRefusal) {
        // A root issues for every user of its tenant.
        guard let subject else { return }
        guard child.user == subject.user else { throw .wrongUser }
    }

    /// RFC 5280, section 6.1.4 (l), excludes a certificate from the path length when its subject is its issuer's name.
    private func requireNewName(_ certificate: ReadCertificate) throws(ChainRefusal) {
        guard !names.contains(certificate.certificate.subject) else { throw .repeatedSubject }
    }

    /// The certificate is valid for at most the time of the rules, and not beyond the end of the certificate above.
    ///
    /// Its validity may begin before that of the certificate above, which may be a renewed one.
    private func requireValidity(_ certificate: ReadCertificate) throws(ChainRefusal) -> ClosedRange<Int64> {
        let range = try certificate.requireLife(atMost: CertificateLife.longestOfDevice)
        guard range.upperBound <= validity.upperBound else { throw .wrongValidity }
        return range
    }

    static func bytes(_ key: P256.Signing.PublicKey) -> [UInt8] { Array(key.rawRepresentation) }
}

extension Authority {
    /// Checks a tenant's root that the caller trusts; `now` is in seconds since 1970.
    ///
    /// Without `now` the times of validity are not compared with the present.
    init(root certificate: ReadCertificate, tenant: String, now: Int64?) throws(ChainRefusal) {
        try certificate.requireAlgorithm()
        let key = try certificate.requireKey()
        try certificate.requireRootName(ofTenant: tenant)
        let serial = try certificate.requireSerial()
        if let now {
            try certificate.requireBegun(now)
            try certificate.requireNotOver(now)
        }
        let validity = try certificate.requireLife(atMost: CertificateLife.longestOfRoot)
        try CertificateTemplate.root(tenant: tenant, key: key, serial: serial, validity: validity)
            .requireExactly(certificate)
        self.tenant = tenant
        subject = nil
        name = certificate.certificate.subject
        self.key = key
        pathLength = CertificateTemplate.rootPathLength
        self.validity = validity
        names = [name]
        keys = [Authority.bytes(key)]
    }
}
