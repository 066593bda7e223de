import ChaveWire

extension DirectoryState {
    /// The list of participants in the form of Open Finance Brasil's directory.
    var participants: JSONValue { .array(organisations.map(\.json)) }
}

extension Organisation {
    fileprivate var json: JSONValue {
        [
            "OrganisationId": .string(id),
            "Status": "Active",
            "OrganisationName": .string(name),
            "CreatedOn": "2026-01-01T00:00:00Z",
            "LegalEntityName": .string(legalName),
            "CountryOfRegistration": "BR",
            "CompanyRegister": "Cadastro Nacional da Pessoa Juridica",
            "RegistrationNumber": .string(registrationNumber),
            "RegistrationId": .null,
            "RegisteredName": .string(legalName),
            "AddressLine1": "Avenida Paulista, 1",
            "City": "Sao Paulo",
            "Postcode": "01310100",
            "Country": "BR",
            "ParentOrganisationReference": .null,
            "AuthorisationServers": .array(authorisationServers.map { $0.json(organisation: id) }),
            "OrgDomainClaims": [
                ["AuthorisationDomainName": "Open Banking", "AuthorityName": "Chave", "Status": "Active"]
            ],
            "OrgDomainRoleClaims": [
                [
                    "AuthorisationDomain": "Open Banking", "Role": .string(role), "Status": "Active",
                    "RegistrationId": .string(registrationNumber),
                ]
            ],
        ]
    }
}

extension AuthorisationServer {
    fileprivate func json(organisation: String) -> JSONValue {
        [
            "AuthorisationServerId": .string(id),
            "OrganisationId": .string(organisation),
            "AutoRegistrationSupported": true,
            "SupportsCiba": false,
            "SupportsDCR": true,
            "ApiResources": .array(AuthorisationServer.resources.map { $0.json(resourceBase, server: id) }),
            "AuthorisationServerCertifications": [],
            "CustomerFriendlyName": .string(name),
            "CustomerFriendlyDescription": "A bank of the sandbox: no money here is real.",
            "CustomerFriendlyLogoUri": .string("\(issuer)/logo.svg"),
            "DeveloperPortalUri": .null,
            "TermsOfServiceUri": .null,
            "OpenIDDiscoveryDocument": .string("\(issuer)/.well-known/openid-configuration"),
            "Issuer": .string(issuer),
            "PayloadSigningCertLocationUri": .null,
            "ParentAuthorisationServerId": .null,
        ]
    }

    /// The interfaces of a bank of the sandbox, in the versions that it offers.
    private static let resources: [ApiResource] = [
        ApiResource(family: "enrollments", version: "2.2.0", paths: ["/enrollments/v2/enrollments"]),
        ApiResource(family: "payments-consents", version: "5.0.0", paths: ["/payments/v5/consents"]),
        ApiResource(family: "payments-pix", version: "5.0.0", paths: ["/payments/v5/pix/payments"]),
        ApiResource(family: "payments-consents", version: "4.1.0", paths: ["/payments/v4/consents"]),
        ApiResource(family: "payments-pix", version: "4.1.0", paths: ["/payments/v4/pix/payments"]),
    ]
}

/// One version of one family of interfaces.
private struct ApiResource {
    let family: String
    let version: String
    /// Below the base of the bank's interfaces.
    let paths: [String]

    func json(_ base: String, server: String) -> JSONValue {
        [
            "ApiResourceId": .string("\(server)-\(family)-\(version)"),
            "ApiVersion": .string(version),
            "ApiFamilyType": .string(family),
            "FamilyComplete": true,
            "ApiCertificationUri": .null,
            "CertificationStatus": .null,
            "CertificationStartDate": .null,
            "CertificationExpirationDate": .null,
            "ApiDiscoveryEndpoints": .array(
                paths.map { path in
                    [
                        "ApiDiscoveryId": .string("\(server)-\(family)-\(version)-endpoint"),
                        "ApiEndpoint": .string("\(base)\(path)"),
                    ]
                }
            ),
        ]
    }
}
