import ChaveBase
import ChaveJOSE
import ChaveWire
import Foundation
import OpenFinanceCertificates
import OpenFinanceWire

/// One institution of a bank to add.
public struct NewInstitution: Hashable, Sendable {
    /// A UUID: the id of its authorization server.
    public var id: String
    /// The label of its host, such as `ipe` of `ipe.bank.test`.
    public var label: String
    public var name: String
    public var legalName: String
    /// Eight digits.
    public var ispb: String

    public init(id: String, label: String, name: String, legalName: String, ispb: String) {
        self.id = id
        self.label = label
        self.name = name
        self.legalName = legalName
        self.ispb = ispb
    }
}

/// An initiator to add.
public struct NewInitiator: Hashable, Sendable {
    public var name: String
    /// The host that its passkeys belong to.
    public var commonName: String
    public var redirectURIs: [String]
    public var originURIs: [String]
    public var webhookURIs: [String]

    public init(
        name: String,
        commonName: String,
        redirectURIs: [String],
        originURIs: [String],
        webhookURIs: [String]
    ) {
        self.name = name
        self.commonName = commonName
        self.redirectURIs = redirectURIs
        self.originURIs = originURIs
        self.webhookURIs = webhookURIs
    }
}

extension DirectoryFolder {
    /// Adds a bank whose institutions are organisations of their own, and writes its folder.
    ///
    /// `port` is the first of three: HTTPS without certificates of clients, with them, and pages.
    /// - Throws: ``Problem`` when a participant has this name, or another bank has one of the institutions.
    public func addBank(_ folder: String, port: Int, institutions: [NewInstitution]) throws {
        var state = try requireNew(folder)
        let known = state.organisations.first { organisation in
            organisation.authorisationServers.contains { server in institutions.contains { $0.id == server.id } }
        }
        if let known {
            throw Problem(
                "The bank \(known.folder) has these institutions already. Give --folder: a directory has each one once."
            )
        }
        let authority = try authority()
        let place = "participants/\(folder)/"
        var files: [BankParticipant.Institution] = []
        for institution in institutions {
            let host = "\(institution.label).bank.test"
            var organisation = Organisation(
                id: newID(),
                folder: folder,
                name: institution.name,
                legalName: institution.legalName,
                registrationNumber: RegistrationNumber.completing("\(institution.ispb)0001"),
                role: "CONTA"
            )
            let keys = try writeKeys(of: &organisation, place, "\(institution.label)-", software: newID(), host)
            organisation.authorisationServers = [
                AuthorisationServer(
                    id: institution.id,
                    name: institution.name,
                    issuer: "https://\(host):\(port)",
                    resourceBase: "https://matls.\(host):\(port + 1)/open-banking"
                )
            ]
            files.append(
                .init(
                    id: institution.id,
                    host: host,
                    organisationID: organisation.id,
                    transport: keys.transport,
                    signing: keys.signing
                )
            )
            state.organisations.append(organisation)
        }
        let names = files.flatMap { [$0.host, $0.mutualHost] }
        let server = try writeServer(names, in: place, authority, Life(now: world.now()))
        try write(authorityPEM(), "\(place)authority.pem")
        try write(
            json: BankParticipant(
                port: port,
                server: server,
                institutions: files,
                directory: DirectoryContact(state.address)
            ),
            "\(place)participant.json"
        )
        try write(state)
    }

    /// Adds an initiator with one software statement, and writes its folder.
    ///
    /// - Throws: ``Problem`` when a participant has this name already, or an address for webhooks is not HTTPS to a host name.
    public func addInitiator(_ folder: String, _ new: NewInitiator) throws {
        var state = try requireNew(folder)
        if let wrong = new.webhookURIs.first(where: { !WebhookAddress.isValid($0) }) {
            throw Problem("\(wrong) is no address for webhooks. Give one such as https://loja.test:7443.")
        }
        let place = "participants/\(folder)/"
        var organisation = Organisation(
            id: newID(),
            folder: folder,
            name: new.name,
            legalName: "\(new.name) Ltda",
            registrationNumber: RegistrationNumber.random(world.randomBytes(8)),
            role: "PAGTO"
        )
        let software = newID()
        let keys = try writeKeys(of: &organisation, place, "", software: software, new.commonName)
        let client = try signingKey(DevelopmentAuthority.newKeyPEM())
        let encryption = try DecryptionKey.generate(keyID: newID())
        try write(client.secretPEM, "\(place)client.key")
        try write(encryption.secretPEM, "\(place)encryption.key")
        organisation.software = [
            SoftwareStatement(
                id: software,
                clientName: new.name,
                redirectURIs: new.redirectURIs,
                originURIs: new.originURIs,
                webhookURIs: new.webhookURIs,
                keys: [client.publicKey.jwk, encryption.publicKey.jwk].map { JSONValue.object($0).text }
            )
        ]
        try write(authorityPEM(), "\(place)authority.pem")
        let hosts = new.webhookURIs.compactMap { URL(string: $0)?.host }
        let server = hosts.isEmpty ? nil : try writeServer(hosts, in: place, authority(), Life(now: world.now()))
        try write(
            json: InitiatorParticipant(
                organisationID: organisation.id,
                organisationName: organisation.name,
                registrationNumber: organisation.registrationNumber,
                softwareStatementID: software,
                clientName: new.name,
                commonName: new.commonName,
                redirectURIs: new.redirectURIs,
                originURIs: new.originURIs,
                webhookURIs: new.webhookURIs,
                transport: keys.transport,
                signing: keys.signing,
                client: KeyFiles(key: "client.key", kid: client.keyID),
                encryption: KeyFiles(key: "encryption.key", kid: encryption.keyID),
                server: server,
                directory: DirectoryContact(state.address)
            ),
            "\(place)participant.json"
        )
        state.organisations.append(organisation)
        try write(state)
    }

    // MARK: Parts

    private func requireNew(_ folder: String) throws -> DirectoryState {
        let isName = folder.utf8.allSatisfy { byte in
            (0x61...0x7A).contains(byte) || (0x30...0x39).contains(byte) || byte == UInt8(ascii: "-")
        }
        guard isName, folder != DirectoryFolder.ownName, (1...40).contains(folder.utf8.count) else {
            throw Problem("Give a participant a name of 1 to 40 small letters, digits and hyphens, but not directory.")
        }
        let state = try state()
        guard !state.organisations.contains(where: { $0.folder == folder }) else {
            throw Problem("A participant \(folder) is there already, in \(path(ofParticipant: folder)).")
        }
        return state
    }

    /// Makes an organisation's transport and signing certificates, and publishes its signing key.
    private func writeKeys(
        of organisation: inout Organisation,
        _ place: String,
        _ prefix: String,
        software: String,
        _ commonName: String
    ) throws -> (transport: KeyFiles, signing: KeyFiles) {
        let authority = try authority()
        let (now, seconds) = (world.now(), DevelopmentAuthority.participantSeconds)
        let transport = try DevelopmentAuthority.newKeyPEM()
        let subject = organisation.transport(software: software, commonName)
        try write(transport, "\(place)\(prefix)transport.key")
        try write(
            authority.transport(subject, keyPEM: transport, now: now, seconds: seconds),
            "\(place)\(prefix)transport.pem"
        )
        let signing = try signingKey(DevelopmentAuthority.newKeyPEM())
        try write(signing.secretPEM, "\(place)\(prefix)signing.key")
        try write(
            authority.signing(organisation.seal, keyPEM: signing.secretPEM, now: now, seconds: seconds),
            "\(place)\(prefix)signing.pem"
        )
        organisation.keys = [JSONValue.object(signing.publicKey.jwk).text]
        return (
            KeyFiles(certificate: "\(prefix)transport.pem", key: "\(prefix)transport.key"),
            KeyFiles(certificate: "\(prefix)signing.pem", key: "\(prefix)signing.key", kid: signing.keyID)
        )
    }

    private func signingKey(_ pem: String) throws -> SigningKey {
        let key = try SigningKey(pem: pem, algorithm: .ps256)
        return key.named(key.publicKey.thumbprint)
    }

    private func authorityPEM() throws -> String { try text("authority.pem") }

    func newID() -> String {
        ResourceID<Void>.version7(at: world.now(), random: world.randomBytes(8)).text
    }
}

extension Organisation {
    /// The subject of its signing certificate.
    var seal: SigningSubject {
        SigningSubject(
            organisation: id,
            organisationName: name.asASCII,
            registrationNumber: registrationNumber
        )
    }

    /// The subject of its transport certificate.
    func transport(software: String, _ commonName: String) -> TransportSubject {
        TransportSubject(
            organisation: id,
            software: software,
            organisationName: name.asASCII,
            registrationNumber: registrationNumber,
            commonName: commonName
        )
    }
}

extension String {
    /// The text without accents: certificates of participants have ASCII alone.
    fileprivate var asASCII: String {
        String(decomposedStringWithCanonicalMapping.unicodeScalars.filter(\.isASCII).map(Character.init))
    }
}
