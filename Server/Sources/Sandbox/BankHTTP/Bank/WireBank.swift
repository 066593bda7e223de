package import ChaveBase
package import ChaveJOSE
import ChavePixModel
package import HTTPKernel
import OpenFinanceCertificates
package import OpenFinanceWire
package import SandboxBank

/// The desk, the institutions and the keystores that both interfaces of the bank use.
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
    let rates: ClientRates
    let certificates = KnownCertificates()

    /// The name of the directory's own keys among its keystores.
    package static let statements = "openbanking"

    /// `rate` is how often each client may ask one institution.
    package init(
        bank: SandboxBank,
        institutions: [WireInstitution],
        organisations: Keystores,
        software: Keystores,
        directory: Keystores,
        decryption: DecryptionKeys,
        softwareKeysTemplate: String,
        rate: RateLimit,
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
        rates = ClientRates(rate)
    }

    /// The institution that a request is for, by its host; `nil` for a name that is none's.
    func institution(of request: ServerRequest) -> WireInstitution? {
        guard let header = request.header("host") else { return nil }
        let host = SiteName(header).bareHost
        return institutions.first { $0.host == host || $0.mutualHost == host }
    }

    /// Finds the encryption of identity tokens for the registered client of that id.
    ///
    /// - Throws: when nobody has the id, or the client's key cannot be had.
    package func seal(for client: String) async throws -> SandboxBank.IdentityTokenSeal {
        for institution in institutions {
            guard let registered = try await bank.client(client, at: institution.id) else { continue }
            return try await seal(for: registered)
        }
        throw OAuthRefusal.invalidClient("This client is not registered here.")
    }

    /// The same by the `use:enc` key of the client's software statement.
    func seal(for client: RegisteredClient) async throws -> SandboxBank.IdentityTokenSeal {
        guard let key = try await software.encryptionKey(of: client.softwareKeys) else {
            throw OAuthRefusal.invalidClient("The client has no key for encryption in its keystore.")
        }
        return { try key.encrypt(Array($0.utf8), contentType: "JWT") }
    }
}

extension RegisteredClient {
    /// The name of the client's keys among the keystores.
    var softwareKeys: String { "\(organisation)/\(software)" }
}
