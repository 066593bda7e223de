import ChaveBase
import Hashing
import SwiftASN1
import X509

/// The client of a connection, by its transport certificate (BRCAC).
public struct TransportCertificate: Hashable, Sendable {
    /// The id of the organisation in the directory: `organizationIdentifier` without its prefix `OFBBR-`.
    public let organisation: String
    /// The id of the software statement: `UID`.
    public let software: String
    /// The name of the relying party of its ceremonies.
    public let commonName: String
    /// SHA-256 of the certificate in base64url: `x5t#S256` of tokens that are bound to it (RFC 8705, section 3.1).
    public let thumbprint: String

    /// More bytes than any certificate of a client needs.
    static let largest = 16 * 1_024

    /// Reads a certificate in DER whose chain and dates TLS has checked.
    ///
    /// - Throws: the first ``CertificateRefusal`` that applies.
    public init(der: [UInt8]) throws(CertificateRefusal) {
        guard der.count <= TransportCertificate.largest, let certificate = try? Certificate(derEncoded: der) else {
            throw .malformed
        }
        guard certificate.mayAuthenticateClients else { throw .notForClients }
        guard let identifier = certificate.only(.organizationIdentifier),
            let organisation = identifier.removingPrefix("OFBBR-")
        else { throw .withoutOrganisation }
        guard let software = certificate.only(.userID) else { throw .withoutSoftware }
        guard let commonName = certificate.only(.RDNAttributeType.commonName) else { throw .withoutCommonName }
        self.organisation = organisation
        self.software = software
        self.commonName = commonName
        thumbprint = Base64URL.encode(Digest(of: der).bytes)
    }
}

/// Why a certificate names no client, in the order of the checks.
public enum CertificateRefusal: String, Error, Hashable, Sendable, CaseIterable {
    case malformed
    /// Its extended key usage is absent or without clientAuth.
    case notForClients = "not_for_clients"
    /// Its subject has no `organizationIdentifier` (2.5.4.97) of the form `OFBBR-…`, or several.
    case withoutOrganisation = "without_organisation"
    /// Its subject has no `UID` (0.9.2342.19200300.100.1.1), or several.
    case withoutSoftware = "without_software"
    case withoutCommonName = "without_common_name"

    /// A sentence for the developer of the client.
    public var sentence: String {
        switch self {
        case .malformed: "The certificate cannot be read."
        case .notForClients: "The certificate is not for clients: its extended key usage lacks clientAuth."
        case .withoutOrganisation: "The certificate names no organisation: organizationIdentifier OFBBR-… is missing."
        case .withoutSoftware: "The certificate names no software statement: UID is missing."
        case .withoutCommonName: "The certificate has no common name."
        }
    }
}

extension Certificate {
    fileprivate var mayAuthenticateClients: Bool {
        guard let usages = try? extensions.extendedKeyUsage else { return false }
        return usages.contains(.clientAuth)
    }

    /// The text of the one attribute of a kind; `nil` when the subject has none, several, or another type of text.
    fileprivate func only(_ type: ASN1ObjectIdentifier) -> String? {
        let all = subject.flatMap { name in name.filter { $0.type == type } }
        guard all.count == 1, let text = String(all[0].value), !text.isEmpty, text.utf8.count <= 256 else { return nil }
        return text
    }
}

extension String {
    fileprivate func removingPrefix(_ prefix: String) -> String? {
        guard utf8.starts(with: prefix.utf8), utf8.count > prefix.utf8.count else { return nil }
        return String(dropFirst(prefix.count))
    }
}

/// The attributes of a subject that the certificate standard 2.1 of Open Finance Brasil adds to the usual ones.
extension ASN1ObjectIdentifier {
    static let businessCategory: ASN1ObjectIdentifier = [2, 5, 4, 15]
    static let serialNumber: ASN1ObjectIdentifier = [2, 5, 4, 5]
    static let organizationIdentifier: ASN1ObjectIdentifier = [2, 5, 4, 97]
    static let userID: ASN1ObjectIdentifier = [0, 9, 2342, 19_200_300, 100, 1, 1]
    static let jurisdictionCountryName: ASN1ObjectIdentifier = [1, 3, 6, 1, 4, 1, 311, 60, 2, 1, 3]
}
