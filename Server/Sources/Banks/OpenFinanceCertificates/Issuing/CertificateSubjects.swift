import SwiftASN1
import X509

/// The subject of a transport certificate (BRCAC).
///
/// All texts are ASCII, as the certificate standard demands.
public struct TransportSubject: Hashable, Sendable {
    /// The id of the organisation in the directory.
    public var organisation: String
    /// The id of the software statement.
    public var software: String
    public var organisationName: String
    /// The CNPJ, 14 characters.
    public var registrationNumber: String
    /// A host name.
    public var commonName: String

    public init(
        organisation: String,
        software: String,
        organisationName: String,
        registrationNumber: String,
        commonName: String
    ) {
        self.organisation = organisation
        self.software = software
        self.organisationName = organisationName
        self.registrationNumber = registrationNumber
        self.commonName = commonName
    }

    var name: DistinguishedName {
        get throws {
            try DistinguishedName([
                .init(type: .businessCategory, utf8String: "Private Organization"),
                .init(type: .jurisdictionCountryName, printableString: "BR"),
                .init(type: .serialNumber, printableString: registrationNumber),
                .init(type: .RDNAttributeType.countryName, printableString: "BR"),
                .init(type: .RDNAttributeType.organizationName, utf8String: organisationName),
                .init(type: .RDNAttributeType.stateOrProvinceName, utf8String: "SP"),
                .init(type: .RDNAttributeType.localityName, utf8String: "Sao Paulo"),
                .init(type: .organizationIdentifier, utf8String: "OFBBR-\(organisation)"),
                .init(type: .userID, utf8String: software),
                .init(type: .RDNAttributeType.commonName, utf8String: commonName),
            ])
        }
    }
}

/// The subject of a signing certificate (BRSEAL).
public struct SigningSubject: Hashable, Sendable {
    /// The id of the organisation in the directory.
    public var organisation: String
    public var organisationName: String
    /// The CNPJ, 14 characters.
    public var registrationNumber: String

    public init(organisation: String, organisationName: String, registrationNumber: String) {
        self.organisation = organisation
        self.organisationName = organisationName
        self.registrationNumber = registrationNumber
    }

    var name: DistinguishedName {
        get throws {
            try DistinguishedName([
                .init(type: .userID, utf8String: organisation),
                .init(type: .RDNAttributeType.countryName, printableString: "BR"),
                .init(type: .RDNAttributeType.organizationName, utf8String: "ICP-Brasil"),
                .init(type: .RDNAttributeType.organizationalUnitName, utf8String: "Chave Development Authority"),
                .init(type: .RDNAttributeType.organizationalUnitName, utf8String: registrationNumber),
                .init(type: .RDNAttributeType.organizationalUnitName, utf8String: "Pessoa Juridica A1"),
                .init(type: .RDNAttributeType.commonName, utf8String: organisationName),
            ])
        }
    }

    /// The other names that ICP-Brasil gives a company; the people in them are invented.
    var otherNames: SubjectAlternativeNames {
        get throws {
            SubjectAlternativeNames(
                try [
                    (ICPBrasilName.responsible, "Pessoa Responsavel"),
                    (ICPBrasilName.registration, registrationNumber),
                    (ICPBrasilName.particulars, "01011980761092776730000000000000000000000000000"),
                    (ICPBrasilName.socialSecurity, "000000000000"),
                ].map { type, text in
                    .otherName(.init(typeID: type, value: try ASN1Any(erasing: ASN1UTF8String(text))))
                }
            )
        }
    }
}

/// The other names of a signing certificate (ICP-Brasil, DOC-ICP-04): of its holder and of the person who answers for it.
private enum ICPBrasilName {
    static let responsible: ASN1ObjectIdentifier = [2, 16, 76, 1, 3, 2]
    static let registration: ASN1ObjectIdentifier = [2, 16, 76, 1, 3, 3]
    static let particulars: ASN1ObjectIdentifier = [2, 16, 76, 1, 3, 4]
    static let socialSecurity: ASN1ObjectIdentifier = [2, 16, 76, 1, 3, 7]
}
