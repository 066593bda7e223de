import ChavePixModel
import ChaveWebAuthn
public import InstitutionPort

/// An initiator as the bank knows it, from its registration, its certificate and its software statement.
///
/// Enrollments, consents, payments, idempotency keys, codes and tokens belong to the client that made them. An object of
/// another client does not exist for a client.
public struct BankClient: Sendable {
    /// The client id at this bank, without `|`.
    public let id: String
    /// The id of the organisation in the directory.
    public let organisation: String
    /// The name that holders and authenticators show: `software_client_name` of the software statement.
    public let name: String
    /// The thumbprint of the certificate of the call's connection (`x5t#S256`); `nil` for the platform in this process.
    public let certificate: String?
    /// The scopes of its registration.
    public var scopes = ["openid", "payments", "nrp-consents"]
    /// The version of the interface by which the call came, whose idempotency keys are its own; `nil` for the
    /// only or the oldest one.
    public var version: String?
    /// `jti` of the call's signed message, which counts once; `nil` for a call without one.
    public var messageID: String?
    /// The fault that the interface's table found in the call's message; `nil` for a message that fits the table.
    public var fault: InstitutionMessageError?
    /// The relying party of the client's ceremonies: the common name of its transport certificate.
    let relyingParty: RelyingParty

    /// `origins` are those of the software statement, whose ceremonies count; `topOrigins` may embed one in a frame.
    public init(
        id: String,
        organisation: String,
        name: String,
        relyingPartyID: String,
        origins: [String],
        topOrigins: [String] = [],
        certificate: String? = nil
    ) {
        self.id = id
        self.organisation = organisation
        self.name = name
        self.certificate = certificate
        var relyingParty = RelyingParty(id: relyingPartyID, origins: origins, topOrigins: topOrigins)
        relyingParty.ignoresTopOriginOfOwnFrame = certificate != nil
        self.relyingParty = relyingParty
    }

    /// Whether it calls over a connection, and so is told of what its own calls changed.
    var isOnWire: Bool { certificate != nil }

    /// Whether a stored object names this client.
    func owns(_ client: String) -> Bool { id.utf8.elementsEqual(client.utf8) }
}

/// A stored object of one client.
protocol ClientOwned {
    var id: String { get }
    /// The client id of the initiator that made it.
    var client: String { get }
}
