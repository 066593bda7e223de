internal import X509

/// The name of a tenant's root.
///
/// The common name does not repeat the tenant's: a tenant may have 63 characters, a common name no more than 64
/// (RFC 5280, appendix A.1).
enum TenantRootName {
    static func name(ofTenant tenant: String) throws -> DistinguishedName {
        try DistinguishedName {
            OrganizationName(tenant)
            CommonName("root")
        }
    }
}
