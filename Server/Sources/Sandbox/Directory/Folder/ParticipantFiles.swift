import Foundation

/// A private key beside its certificate, as names of files in a participant's folder.
public struct KeyFiles: Codable, Hashable, Sendable {
    /// `nil` for a key that no certificate is for.
    public var certificate: String?
    public var key: String
    /// The key's name in the keystore; `nil` for a key of TLS.
    public var kid: String?
}

/// Where a participant reaches the directory.
public struct DirectoryContact: Codable, Hashable, Sendable {
    public var participants: String
    public var keystore: String
    public var token: String
    public var assertion: String
    /// The file with the authority's root and issuer.
    public var authority: String

    init(_ address: DirectoryAddress) {
        participants = address.participants
        keystore = address.keystore
        token = address.token
        assertion = address.assertion
        authority = "authority.pem"
    }
}

/// `participant.json` of an initiator.
public struct InitiatorParticipant: Codable, Hashable, Sendable {
    public var organisationID: String
    public var organisationName: String
    public var registrationNumber: String
    public var softwareStatementID: String
    public var clientName: String
    public var commonName: String
    public var redirectURIs: [String]
    public var originURIs: [String]
    public var webhookURIs: [String]
    public var transport: KeyFiles
    public var signing: KeyFiles
    public var client: KeyFiles
    public var encryption: KeyFiles
    /// The certificate of its webhooks' host; `nil` for an initiator without webhooks.
    public var server: KeyFiles?
    public var directory: DirectoryContact

    enum CodingKeys: String, CodingKey {
        case organisationID = "organisation_id"
        case organisationName = "organisation_name"
        case registrationNumber = "registration_number"
        case softwareStatementID = "software_statement_id"
        case clientName = "client_name"
        case commonName = "common_name"
        case redirectURIs = "redirect_uris"
        case originURIs = "origin_uris"
        case webhookURIs = "webhook_uris"
        case transport, signing, client, encryption, server, directory
    }
}

/// `participant.json` of a bank, which may be several institutions.
public struct BankParticipant: Codable, Hashable, Sendable {
    /// The first of three ports: HTTPS without certificates of clients, with them, and pages for a browser.
    public var port: Int
    public var server: KeyFiles
    public var institutions: [Institution]
    public var directory: DirectoryContact

    public struct Institution: Codable, Hashable, Sendable {
        /// The authorization server's id, which is the institution's id at the platform.
        public var id: String
        /// The host of its issuer.
        public var host: String
        public var organisationID: String
        /// The certificate by which it calls initiators.
        public var transport: KeyFiles
        public var signing: KeyFiles

        enum CodingKeys: String, CodingKey {
            case id, host, transport, signing
            case organisationID = "organisation_id"
        }

        /// The host of its interfaces for programs with a client certificate.
        public var mutualHost: String { "matls.\(host)" }
    }
}
