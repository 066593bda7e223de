public import ChaveBase
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
    /// The common name of that certificate, which is the relying party of the passkeys made there; `nil` where it was not
    /// noted.
    public var relyingPartyID: String?

    public init(
        clientID: String,
        address: String,
        token: String,
        redirectURIs: [String],
        webhookURIs: [String],
        certificateThumbprint: String,
        relyingPartyID: String? = nil
    ) {
        self.clientID = clientID
        self.address = address
        self.token = token
        self.redirectURIs = redirectURIs
        self.webhookURIs = webhookURIs
        self.certificateThumbprint = certificateThumbprint
        self.relyingPartyID = relyingPartyID
    }
}

/// How far the platform is with its registration at a bank.
public enum RegistrationState: Hashable, Sendable {
    case none
    /// A registration was sent, and its answer is unknown or under way: no second one may be sent.
    case sent
    case registered(ClientRegistration)
    /// Its removal was sent, and the answer is unknown or under way: nothing new is made by it.
    case removing(ClientRegistration)
}

/// A bank at which there is a registration or a mark.
public struct KeptRegistration: Hashable, Sendable {
    public var institution: InstitutionID
    /// The time at which the registration was about to be sent.
    public var since: Timestamp
    public var state: RegistrationState

    public init(institution: InstitutionID, since: Timestamp, state: RegistrationState) {
        self.institution = institution
        self.since = since
        self.state = state
    }
}

/// The objects at one bank that need the registration there.
public struct BankObjects: Hashable, Sendable {
    /// Enrollments that wait, or that can pay.
    public var enrollments: Int64
    /// Ended enrollments whose end the bank has not confirmed.
    public var unconfirmedEnds: Int64
    /// Payments that may still move money.
    public var payments: Int64

    public init(enrollments: Int64 = 0, unconfirmedEnds: Int64 = 0, payments: Int64 = 0) {
        self.enrollments = enrollments
        self.unconfirmedEnds = unconfirmedEnds
        self.payments = payments
    }
}

/// Where registrations are kept, for all nodes, sealed, and in the backup.
public protocol RegistrationStore: Sendable {
    func state(at institution: InstitutionID) async throws -> RegistrationState

    /// All registrations and marks, the oldest first.
    func all() async throws -> [KeptRegistration]

    /// Marks that a registration is about to be sent.
    ///
    /// - Returns: `false` when it is marked or registered already.
    func mark(at institution: InstitutionID) async throws -> Bool

    /// Takes the mark back after an answer that proves that the bank registered nothing.
    func unmark(at institution: InstitutionID) async throws

    /// Stores the registration in place of the mark or of an older one; it is not being removed then.
    func save(_ registration: ClientRegistration, at institution: InstitutionID) async throws

    /// Marks that the registration's removal is about to be sent.
    func markRemoval(of registration: ClientRegistration, at institution: InstitutionID) async throws

    /// Forgets registration and mark.
    func remove(at institution: InstitutionID) async throws

    /// The objects that need the registration.
    func objects(at institution: InstitutionID) async throws -> BankObjects
}
