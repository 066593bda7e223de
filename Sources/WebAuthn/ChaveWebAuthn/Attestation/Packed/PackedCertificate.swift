internal import SwiftASN1
internal import X509

/// The requirements of section 8.2.1 for the certificate that signs a packed attestation.
enum PackedCertificate {
    static func requireForm(of certificate: Certificate) throws(AttestationRefusal) {
        guard certificate.version == .v3, hasSubject(certificate), certificate.isExplicitlyNoAuthority else {
            throw .certificateUnsuitable
        }
    }

    /// Whether the subject has a country, a vendor, the literal unit and a name of the vendor's choice, each once.
    private static func hasSubject(_ certificate: Certificate) -> Bool {
        let subject = certificate.subject.attributes
        guard let country = subject.text(of: .RDNAttributeType.countryName),
            let vendor = subject.text(of: .RDNAttributeType.organizationName),
            let unit = subject.text(of: .RDNAttributeType.organizationalUnitName),
            let name = subject.text(of: .RDNAttributeType.commonName)
        else { return false }
        return country.utf8.count == 2 && country.utf8.allSatisfy { (0x41...0x5A).contains($0) }
            && !vendor.isEmpty && isSame(unit, "Authenticator Attestation") && !name.isEmpty
    }
}
