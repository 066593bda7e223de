internal import Crypto
internal import X509

/// The checks of every certificate, whatever its issuer.
extension ReadCertificate {
    /// The algorithm outside of the signed part; ``CertificateTemplate/requireExactly(_:)`` checks the one inside.
    func requireAlgorithm() throws(ChainRefusal) {
        guard certificate.signatureAlgorithm == .ecdsaWithSHA256 else { throw .wrongAlgorithm }
    }

    func requireKey() throws(ChainRefusal) -> P256.Signing.PublicKey {
        guard let key else { throw .wrongKey }
        return key
    }

    func requireSubject() throws(ChainRefusal) -> CredentialSubject {
        guard let subject = CredentialSubject(certificate.subject), subject.isNameable else { throw .wrongSubject }
        return subject
    }

    func requireRootName(ofTenant tenant: String) throws(ChainRefusal) {
        guard let name = try? TenantRootName.name(ofTenant: tenant), DomainLabel.isValid(tenant) else {
            throw .wrongSubject
        }
        guard certificate.subject == name else { throw .wrongTenant }
        guard certificate.issuer == name else { throw .wrongIssuer }
    }

    /// The serial number is positive (RFC 5280, section 4.1.2.2); ours are 16 random bytes with the highest bit clear.
    func requireSerial() throws(ChainRefusal) -> [UInt8] {
        // `bytes` has no leading zeros, also without the zero that keeps a number positive in DER.
        let bytes = Array(certificate.serialNumber.bytes)
        guard let first = bytes.first, bytes.count < 16 || bytes.count == 16 && first < 0x80, bytes != [0] else {
            throw .wrongSerial
        }
        return bytes
    }

    /// RFC 5280, section 4.1.2.5: the first second counts.
    func requireBegun(_ now: Int64) throws(ChainRefusal) {
        guard notBefore <= now else { throw .notYetValid }
    }

    /// RFC 5280, section 4.1.2.5: the last second counts.
    func requireNotOver(_ now: Int64) throws(ChainRefusal) {
        guard now <= notAfter else { throw .expired }
    }

    func requireLife(atMost seconds: Int64) throws(ChainRefusal) -> ClosedRange<Int64> {
        guard notBefore <= notAfter, notAfter - notBefore <= seconds else { throw .wrongValidity }
        return notBefore...notAfter
    }
}
