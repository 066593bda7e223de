internal import SwiftASN1
internal import X509

/// Whose credential a certificate is of.
///
/// Each of the three is one label of a domain name in lower case: 1 to 63 letters, digits and inner hyphens. Where one is
/// not, nothing is issued for it.
public struct CredentialSubject: Hashable, Sendable {
    /// The tenant's name.
    public var tenant: String
    /// The user's id.
    public var user: String
    /// The credential's id.
    public var credential: String

    /// Nothing is checked here; a certificate is refused where the names do not fit.
    public init(tenant: String, user: String, credential: String) {
        self.tenant = tenant
        self.user = user
        self.credential = credential
    }

    /// Reads `O`, `OU` and `CN`, in this order, each once and nothing else; `nil` where the name is not of that form.
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

    /// Written most general part first, so that RFC 4514 shows it as `CN=…,OU=…,O=…`.
    var name: DistinguishedName {
        get throws {
            try DistinguishedName {
                OrganizationName(tenant)
                OrganizationalUnitName(user)
                CommonName(credential)
            }
        }
    }

    /// What the name constraints above the certificate must permit.
    var domainName: String { "\(credential).\(permittedDomain)" }

    /// What the certificate permits to those below it: this user, in this tenant.
    var permittedDomain: String { "\(user).\(CredentialSubject.permittedDomain(ofTenant: tenant))" }

    /// `invalid` is a top-level domain that nobody can have (RFC 2606, section 2).
    static func permittedDomain(ofTenant tenant: String) -> String { "\(tenant).invalid" }
}
