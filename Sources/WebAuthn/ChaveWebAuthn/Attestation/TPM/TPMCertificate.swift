internal import SwiftASN1
internal import X509

/// The requirements of section 8.3.1 for the certificate of a TPM's attestation key.
enum TPMCertificate {
    /// The critical extensions that a path may have in this certificate: the ones read below, and certificate policies.
    ///
    /// Any policy is accepted (RFC 5280, section 4.2.1.4). Microsoft's authorities write certificate policies and mark
    /// them critical. Only another extension could make one of the policies required, and that one is not in this list.
    static let verifiedExtensions: [ASN1ObjectIdentifier] = [
        .X509ExtensionID.subjectAlternativeName, .X509ExtensionID.extendedKeyUsage, [2, 5, 29, 32],
    ]

    /// Checks the certificate's form and returns the manufacturer of the TPM: `id:` and eight digits.
    static func requireForm(of certificate: Certificate) throws(AttestationRefusal) -> String {
        guard certificate.version == .v3, certificate.subject.isEmpty, isForAttestation(certificate),
            certificate.isExplicitlyNoAuthority, let manufacturer = manufacturer(in: certificate)
        else { throw .certificateUnsuitable }
        return manufacturer
    }

    /// The TPM's manufacturer, when the name also has a model and a version (TPMv2-EK-Profile, section 3.2.9).
    private static func manufacturer(in certificate: Certificate) -> String? {
        guard let name = directoryName(in: certificate)?.attributes,
            let manufacturer = name.text(of: [2, 23, 133, 2, 1]), !manufacturer.isEmpty,
            let model = name.text(of: [2, 23, 133, 2, 2]), !model.isEmpty,
            let version = name.text(of: [2, 23, 133, 2, 3]), !version.isEmpty
        else { return nil }
        return manufacturer
    }

    /// Whether the extended key usage has `tcg-kp-AIKCertificate`.
    private static func isForAttestation(_ certificate: Certificate) -> Bool {
        guard let usages = try? certificate.extensions.extendedKeyUsage else { return false }
        return usages.contains(ExtendedKeyUsage.Usage(oid: [2, 23, 133, 8, 3]))
    }

    /// The directory name in the subject alternative name; `nil` unless it is the only one.
    private static func directoryName(in certificate: Certificate) -> DistinguishedName? {
        guard let names = try? certificate.extensions.subjectAlternativeNames else { return nil }
        let found = names.compactMap { name -> DistinguishedName? in
            guard case .directoryName(let directory) = name else { return nil }
            return directory
        }
        return found.count == 1 ? found.first : nil
    }
}
