internal import SwiftASN1
internal import X509

/// The subject of a certificate: tenant, user and credential.
///
/// Each of the three names is one label of a domain name in lower case: 1 to 63 letters, digits and inner hyphens. No
/// certificate is issued for a subject with another name.
public struct CredentialSubject: Hashable, Sendable {
    /// The tenant's name.
    public var tenant: String
    /// The user's id.
    public var user: String
    /// The credential's id.
    public var credential: String

    /// Creates a subject without checks; issuing a certificate fails when a name does not have the right form.
    public init(tenant: String, user: String, credential: String) {
        self.tenant = tenant
        self.user = user
        self.credential = credential
    }

    /// Reads `O`, `OU` and `CN`, in this order, each once and nothing else; `nil` for a name of another form.
    init?(_ name: DistinguishedName) {
        let attributes = name.compactMap { $0.count == 1 ? $0.first : nil }
        guard name.count == 3, attributes.map(\.type) == CredentialSubject.attributeTypes,
            let tenant = String(attributes[0].value), let user = String(attributes[1].value),
            let credential = String(attributes[2].value)
        else { return nil }
        self.init(tenant: tenant, user: user, credential: credential)
    }

    private static let attributeTypes: [ASN1ObjectIdentifier] = [
        .RDNAttributeType.organizationName, .RDNAttributeType.organizationalUnitName, .RDNAttributeType.commonName,
    ]

    var isNameable: Bool { DomainLabel.isValid(tenant) && DomainLabel.isValid(user) && DomainLabel.isValid(credential) }

    /// The name with the most general part first, so that RFC 4514 shows it as `CN=…,OU=…,O=…`.
    var name: DistinguishedName {
        get throws {
            try DistinguishedName {
                OrganizationName(tenant)
                OrganizationalUnitName(user)
                CommonName(credential)
            }
        }
    }

    /// The name that the constraints of the certificates above must permit.
    var domainName: String { "\(credential).\(permittedDomain)" }

    /// The domain that this certificate permits to the certificates below it: this user in this tenant.
    var permittedDomain: String { "\(user).\(CredentialSubject.permittedDomain(ofTenant: tenant))" }

    /// `invalid` is a top-level domain that nobody can register (RFC 2606, section 2).
    static func permittedDomain(ofTenant tenant: String) -> String { "\(tenant).invalid" }
}

/// One label of a domain name, in lower case (RFC 1035, section 2.3.1; digits may come first, as in RFC 1123).
enum DomainLabel {
    static func isValid(_ text: String) -> Bool {
        let bytes = Array(text.utf8)
        guard (1...63).contains(bytes.count), let first = bytes.first, let last = bytes.last else { return false }
        return isAlphanumeric(first) && isAlphanumeric(last)
            && bytes.allSatisfy { isAlphanumeric($0) || $0 == UInt8(ascii: "-") }
    }

    private static func isAlphanumeric(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }
}
