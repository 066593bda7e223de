internal import Crypto
internal import SwiftASN1
internal import X509

/// The checks of a certificate's extensions.
///
/// The last check alone would be sufficient: the earlier checks give each fault a name.
extension CertificateTemplate {
    func requireExactly(_ found: ReadCertificate) throws(ChainRefusal) {
        let extensions = found.certificate.extensions
        try requireKnownExtensions(extensions)
        try requireBasicConstraints(extensions)
        try requireKeyUsage(extensions)
        try requireNameConstraint(extensions)
        try requireAlternativeName(extensions)
        try requireKeyIdentifiers(extensions)
        try requireSameBytes(found)
    }

    /// RFC 5280, section 4.2, refuses an unknown extension only when it is critical; this check refuses every unknown
    /// one.
    private func requireKnownExtensions(_ extensions: Certificate.Extensions) throws(ChainRefusal) {
        let known: Set<ASN1ObjectIdentifier> = [
            .X509ExtensionID.basicConstraints, .X509ExtensionID.keyUsage, .X509ExtensionID.nameConstraints,
            .X509ExtensionID.subjectAlternativeName, .X509ExtensionID.subjectKeyIdentifier,
            .X509ExtensionID.authorityKeyIdentifier,
        ]
        guard extensions.allSatisfy({ known.contains($0.oid) }) else { throw .unknownExtension }
    }

    /// RFC 5280, section 4.2.1.9.
    private func requireBasicConstraints(_ extensions: Certificate.Extensions) throws(ChainRefusal) {
        guard extensions[oid: .X509ExtensionID.basicConstraints]?.critical == true,
            case .isCertificateAuthority(let maximum?)? = try? extensions.basicConstraints
        else { throw .wrongBasicConstraints }
        guard maximum == pathLength else { throw .wrongPathLength }
    }

    /// RFC 5280, section 4.2.1.3.
    private func requireKeyUsage(_ extensions: Certificate.Extensions) throws(ChainRefusal) {
        guard extensions[oid: .X509ExtensionID.keyUsage]?.critical == true, (try? extensions.keyUsage) == keyUsage
        else { throw .wrongKeyUsage }
    }

    /// RFC 5280, section 4.2.1.10: one permitted name and no excluded one.
    private func requireNameConstraint(_ extensions: Certificate.Extensions) throws(ChainRefusal) {
        guard extensions[oid: .X509ExtensionID.nameConstraints]?.critical == true,
            let constraints = try? extensions.nameConstraints,
            constraints.permittedSubtrees == [.dnsName(permittedDomain)], constraints.excludedSubtrees.isEmpty
        else { throw .wrongNameConstraint }
    }

    /// RFC 5280, section 4.2.1.6: the one name that the constraints of the certificates above apply to.
    private func requireAlternativeName(_ extensions: Certificate.Extensions) throws(ChainRefusal) {
        guard let names = try? extensions.subjectAlternativeNames.map({ Array($0) }) ?? [],
            names == alternativeName.map({ [.dnsName($0)] }) ?? [],
            (extensions[oid: .X509ExtensionID.subjectAlternativeName] == nil) == (alternativeName == nil)
        else { throw .wrongAlternativeName }
    }

    /// RFC 5280, sections 4.2.1.1 and 4.2.1.2.
    private func requireKeyIdentifiers(_ extensions: Certificate.Extensions) throws(ChainRefusal) {
        let own = (try? extensions.subjectKeyIdentifier)?.keyIdentifier
        guard own == CertificateTemplate.identifier(of: key) else { throw .wrongKeyIdentifier }
        let above = (try? extensions.authorityKeyIdentifier)?.keyIdentifier
        guard above == issuerKey.map(CertificateTemplate.identifier(of:)) else { throw .wrongKeyIdentifier }
    }

    /// The certificate must equal the one that the template writes from the same values, including the form of the
    /// signature.
    private func requireSameBytes(_ found: ReadCertificate) throws(ChainRefusal) {
        let written = try CertificateEncoding.certificate(
            toBeSigned: toBeSigned(),
            signature: found.certificate.signature.rawRepresentation
        )
        guard written == found.der else { throw .notCanonical }
    }
}
