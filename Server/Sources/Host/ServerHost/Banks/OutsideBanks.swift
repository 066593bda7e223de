public import ChaveBase
public import InstitutionPort
public import Logging
public import OpenFinanceClient
public import PaymentsCore
import ServiceLifecycle

/// Banks that the server reaches outside of its process, in place of the sandbox's own.
public protocol OutsideBanks: Sendable {
    /// The facts about the platform as a payment initiator.
    var initiator: InitiatorFacts { get }

    /// Opens the way to the banks; `place` tells where what they need is kept.
    ///
    /// - Throws: a sentence that says why the server cannot start.
    func connect(_ place: BanksPlace) async throws -> any ConnectedBanks
}

/// The open way to banks.
public protocol ConnectedBanks: Sendable {
    var connector: any InstitutionConnector { get }
    /// The certificates by which the platform is known, with their ends.
    var certificates: [BankCertificate] { get }

    /// Keeps the list of banks true and hears their webhooks, until the server shuts down gracefully or the task is
    /// cancelled.
    func serve(telling notifications: any InstitutionNotifications) async throws

    func close() async
}

/// One of the certificates by which the platform is known to banks.
public struct BankCertificate: Hashable, Sendable {
    /// The member of the file of `--open-finance` that names it.
    public let name: String
    public let notAfter: Timestamp

    public init(name: String, notAfter: Timestamp) {
        self.name = name
        self.notAfter = notAfter
    }
}

/// The facts about the platform as a payment initiator, which certificates and the Central Bank's register say.
public struct InitiatorFacts: Hashable, Sendable {
    public var ispb: String
    /// 14 characters.
    public var cnpj: String
    /// The common name of the transport certificate.
    public var relyingPartyID: String
    /// The origins of ceremonies, as the software statement has them.
    public var origins: [String]
    /// The addresses to which banks may send holders back; `nil` where any will do.
    public var redirectURIs: [String]?

    public init(
        ispb: String,
        cnpj: String,
        relyingPartyID: String,
        origins: [String],
        redirectURIs: [String]? = nil
    ) {
        self.ispb = ispb
        self.cnpj = cnpj
        self.relyingPartyID = relyingPartyID
        self.origins = origins
        self.redirectURIs = redirectURIs
    }
}

/// Where what outside banks need is kept, and whom they tell.
public struct BanksPlace: Sendable {
    public let registrations: any RegistrationStore
    public let copy: any DirectoryCopyStore
    /// The list of institutions that the platform's API shows, which follows the directory.
    public let directory: InstitutionDirectory
    public let world: World
    public let logger: Logger
    /// Counts each exchange with a bank.
    public let account: @Sendable (WireAccount) -> Void
}

/// Keeps the way to outside banks true while the server runs.
struct BanksCare: Service, CustomStringConvertible {
    let banks: any ConnectedBanks
    let payments: Payments

    var description: String { "BanksCare" }

    func run() async throws {
        try await banks.serve(telling: payments)
    }
}
