package import ChaveBase
package import ChaveJOSE
import ChavePixModel
import HTTPKernel
import OpenFinanceCertificates
package import OpenFinanceWire
package import SandboxBank

/// What both interfaces of the bank share: the desk, the institutions, and the keys of others.
package struct WireBank: Sendable {
    package let bank: SandboxBank
    package let institutions: [WireInstitution]
    /// The keys by which organisations sign messages, by the organisation's id.
    package let organisations: Keystores
    /// The keys of software statements, by `organisation/software`.
    package let software: Keystores
    /// The keys by which the directory signs software statements, by ``statements``.
    package let directory: Keystores
    /// The keys that request objects may be encrypted to.
    package let decryption: DecryptionKeys
    /// Of a software's keys, as the directory publishes it, with `{org}` and `{software}`.
    package let softwareKeysTemplate: String
    package let world: World
    let certificates = KnownCertificates()

    /// The name of the directory's own keys among its keystores.
    package static let statements = "openbanking"

    package init(
        bank: SandboxBank,
        institutions: [WireInstitution],
        organisations: Keystores,
        software: Keystores,
        directory: Keystores,
        decryption: DecryptionKeys,
        softwareKeysTemplate: String,
        world: World
    ) {
        self.bank = bank
        self.institutions = institutions
        self.organisations = organisations
        self.software = software
        self.directory = directory
        self.decryption = decryption
        self.softwareKeysTemplate = softwareKeysTemplate
        self.world = world
    }

    /// The institution that a request is for, by its host; `nil` for a name that is none's.
    func institution(of request: ServerRequest) -> WireInstitution? {
        guard let header = request.header("host") else { return nil }
        let host = SiteName(header).bareHost
        return institutions.first { $0.host == host || $0.mutualHost == host }
    }

    /// Encrypts an identity token to a registered client: the `use:enc` key of its software statement.
    package func seal(_ token: String, to client: String) async throws -> String {
        for institution in institutions {
            guard let registered = try await bank.client(client, at: institution.id) else { continue }
            guard let key = try await software.encryptionKey(of: registered.softwareKeys) else { break }
            return try key.encrypt(Array(token.utf8), contentType: "JWT")
        }
        throw OAuthRefusal.invalidClient("The client has no key for encryption in its keystore.")
    }
}

extension RegisteredClient {
    /// The name of the client's keys among the keystores.
    var softwareKeys: String { "\(organisation)/\(software)" }
}
