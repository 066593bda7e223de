internal import SwiftASN1
internal import X509

/// What section 8.3.1 requires of the certificate of a TPM's attestation key.
enum TPMCertificate {
    /// The critical extensions that may stand here without ending the path: those that are read below, and the policies of
    /// RFC 5280, section 4.2.1.4, of which any will do.
    ///
    /// Microsoft's authorities write them and mark them so. What would make one of them required is an extension of its
    /// own, and none of these.
    static let verifiedExtensions: [ASN1ObjectIdentifier] = [
        .X509ExtensionID.subjectAlternativeName, .X509ExtensionID.extendedKeyUsage, [2, 5, 29, 32],
    ]

    /// Returns the manufacturer of the TPM, `id:` and eight digits.
    static func requireForm(of certificate: Certificate) throws(AttestationRefusal) -> String {
        guard certificate.version == .v3, certificate.subject.isEmpty, isForAttestation(certificate),
            certificate.isExplicitlyNoAuthority, let manufacturer = manufacturer(in: certificate)
        else { throw .certificateUnsuitable }
        return manufacturer
    }

    /// The TPM's manufacturer, where model and version are named with it (TPMv2-EK-Profile, section 3.2.9).
    private static func manufacturer(in certificate: Certificate) -> String? {
        guard let name = directoryName(in: certificate)?.attributes,
            let manufacturer = name.text(of: [2, 23, 133, 2, 1]), !manufacturer.isEmpty,
            let model = name.text(of: [2, 23, 133, 2, 2]), !model.isEmpty,
            let version = name.text(of: [2, 23, 133, 2, 3]), !version.isEmpty
        else { return nil }
        return manufacturer
    }

    /// The extended key usage has `tcg-kp-AIKCertificate`.
    private static func isForAttestation(_ certificate: Certificate) -> Bool {
        guard let usages = try? certificate.extensions.extendedKeyUsage else { return false }
        return usages.contains(ExtendedKeyUsage.Usage(oid: [2, 23, 133, 8, 3]))
    }

    /// The directory name that the subject alternative name holds, if it is one only.
    private static func directoryName(in certificate: Certificate) -> DistinguishedName? {
        guard let names = try? certificate.extensions.subjectAlternativeNames else { return nil }
        let found = names.compactMap { name -> DistinguishedName? in
            guard case .directoryName(let directory) = name else { return nil }
            return directory
        }
        return found.count == 1 ? found.first : nil
    }
}
