/// The file of `chave serve --open-finance`: who the platform is in the directory, and where its keys are.
///
/// `chave directory add initiator` writes one for development. Names of files are relative to the file's own folder.
public struct OpenFinanceFile: Decodable, Hashable, Sendable {
    public var organisationID: String
    public var softwareStatementID: String
    /// The common name of the transport certificate, which is the relying party of all ceremonies.
    public var commonName: String
    /// The CNPJ, 14 characters.
    public var registrationNumber: String
    /// The platform's ISPB; the first eight characters of the CNPJ where it is left out.
    public var ispb: String?
    public var redirectURIs: [String]
    public var originURIs: [String]
    public var webhookURIs: [String]
    public var transport: Keys
    /// The organisation's keys that sign messages: one, or several with the newest first.
    public var signing: OneOrMore<Keys>
    /// The software's keys for client assertions and request objects.
    public var client: OneOrMore<Keys>
    /// The keys that identity tokens are encrypted to.
    public var encryption: OneOrMore<Keys>
    /// The certificate and key of the host in `webhook_uris`; `nil`: no webhook is heard.
    public var server: Keys?
    public var directory: Directory

    /// A private key, the certificate for it, and its name in the keystore.
    ///
    /// `certificate` is for `transport` (else `transport.pem`) and `server` (else `server.pem`); `kid` is for the others.
    public struct Keys: Decodable, Hashable, Sendable {
        public var certificate: String?
        public var key: String
        public var kid: String?
    }

    public struct Directory: Decodable, Hashable, Sendable {
        public var participants: String
        public var keystore: String
        public var token: String
        public var assertion: String
        /// The file with the trusted roots.
        public var authority: String
    }

    /// A value, or a list of values.
    public struct OneOrMore<Element: Decodable & Hashable & Sendable>: Decodable, Hashable, Sendable {
        public var all: [Element]

        public init(from decoder: any Decoder) throws {
            let isList = (try? decoder.unkeyedContainer()) != nil
            all = isList ? try [Element](from: decoder) : [try Element(from: decoder)]
        }
    }

    enum CodingKeys: String, CodingKey {
        case organisationID = "organisation_id"
        case softwareStatementID = "software_statement_id"
        case commonName = "common_name"
        case registrationNumber = "registration_number"
        case redirectURIs = "redirect_uris"
        case originURIs = "origin_uris"
        case webhookURIs = "webhook_uris"
        case ispb, transport, signing, client, encryption, server, directory
    }
}
