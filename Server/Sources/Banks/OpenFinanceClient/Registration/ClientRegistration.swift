public import ChavePixModel

/// The platform's registration as a client of one bank (RFC 7591, section 3.2.1).
public struct ClientRegistration: Hashable, Sendable, Codable {
    public var clientID: String
    /// The address of the registration, as the bank named it.
    public var address: String
    /// The registration access token, which the bank never changes.
    public var token: String
    /// The addresses that the bank registered: a change on our side must reach the bank, as one of the certificate.
    public var redirectURIs: [String]
    public var webhookURIs: [String]
    public var certificateThumbprint: String

    public init(
        clientID: String,
        address: String,
        token: String,
        redirectURIs: [String],
        webhookURIs: [String],
        certificateThumbprint: String
    ) {
        self.clientID = clientID
        self.address = address
        self.token = token
        self.redirectURIs = redirectURIs
        self.webhookURIs = webhookURIs
        self.certificateThumbprint = certificateThumbprint
    }
}

/// How far the platform is with its registration at a bank.
public enum RegistrationState: Hashable, Sendable {
    case none
    /// A registration was sent, and its answer is unknown or under way: no second one may be sent.
    case sent
    case registered(ClientRegistration)
}

/// Where registrations are kept, for all nodes, sealed, and in the backup.
public protocol RegistrationStore: Sendable {
    func state(at institution: InstitutionID) async throws -> RegistrationState

    /// Marks that a registration is about to be sent.
    ///
    /// - Returns: `false` when it is marked or registered already.
    func mark(at institution: InstitutionID) async throws -> Bool

    /// Takes the mark back after an answer that proves that the bank registered nothing.
    func unmark(at institution: InstitutionID) async throws

    /// Stores the registration in place of the mark or of an older one.
    func save(_ registration: ClientRegistration, at institution: InstitutionID) async throws
}
