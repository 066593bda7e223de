import ChaveBase

/// The facts about the platform as a payment initiator, and about its directory.
public struct ConnectorSettings: Sendable {
    /// The platform's id in the directory: `iss` of its messages.
    public var organisation: String
    /// The id of its software statement.
    public var software: String
    public var directory: DirectoryAddresses
    /// The addresses to which banks may send holders back.
    public var redirectURIs: [String]
    /// The base addresses at which banks call the platform.
    public var webhookURIs: [String]
    /// The thumbprint of the transport certificate, which tokens are bound to.
    public var certificateThumbprint: String
    /// The origins of the pages and apps that call for a passkey, as the software statement has them.
    public var originURIs: [String] = []
    /// The common name of the transport certificate: the relying party of all passkeys.
    public var relyingPartyID: String?
    /// The scopes of a client's own tokens and of an enrollment, beside `openid` and the enrollment's own.
    public var scopes = ["payments", "nrp-consents"]
    /// How far `iat` of a bank's message may be from now.
    public var messageAgeSeconds: Int64 = 60
    /// Whether the directory is a development's: its banks have pages on this machine.
    public var isDevelopment: Bool { BankAddress(directory.participants)?.host.hasSuffix(".test") ?? false }
    /// The most calls at one bank at a time.
    public var callsPerBank = 32

    public init(
        organisation: String,
        software: String,
        directory: DirectoryAddresses,
        redirectURIs: [String],
        webhookURIs: [String],
        certificateThumbprint: String
    ) {
        self.organisation = organisation
        self.software = software
        self.directory = directory
        self.redirectURIs = redirectURIs
        self.webhookURIs = webhookURIs
        self.certificateThumbprint = certificateThumbprint
    }
}

/// The addresses of a participants' directory.
public struct DirectoryAddresses: Codable, Hashable, Sendable {
    /// The list of participants.
    public var participants: String
    /// The address below which each organisation has its keys.
    public var keystore: String
    public var token: String
    /// The address of a software statement, with `{org}` and `{software}` in it.
    public var assertion: String

    public init(participants: String, keystore: String, token: String, assertion: String) {
        self.participants = participants
        self.keystore = keystore
        self.token = token
        self.assertion = assertion
    }

    func keys(of organisation: String) -> String { "\(keystore)/\(organisation)/application.jwks" }

    func keys(of organisation: String, _ software: String) -> String {
        "\(keystore)/\(organisation)/\(software)/application.jwks"
    }
}
