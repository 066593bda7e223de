/// The port to a card network's token service, on the issuer's side.
///
/// Each network has its own provider. An implementation sends each call once and never retries: its callers decide on
/// retries.
public protocol TokenServiceProvider: Sendable {
    /// The token of a reference; `nil` when the network does not know it.
    func token(_ reference: TokenReference) async throws(TokenServiceFault) -> NetworkToken?

    /// All tokens of a card, the newest first.
    func tokens(ofCard panReferenceID: String) async throws(TokenServiceFault) -> [NetworkToken]

    /// Carries out the yes of a present holder: INACTIVE becomes ACTIVE; returns the token's new state.
    func approve(_ order: TokenOrder) async throws(TokenServiceFault) -> TokenState

    /// Carries out a no of the holder or the issuer: the network stops waiting, and the token stays INACTIVE.
    func decline(_ order: TokenOrder) async throws(TokenServiceFault) -> TokenState

    /// Suspends the token: ACTIVE becomes SUSPENDED.
    func suspend(_ order: TokenOrder) async throws(TokenServiceFault) -> TokenState
}

/// The reason why a network's token service did not do an order or a read.
public enum TokenServiceFault: Error, Hashable, Sendable {
    /// The network refused with a code of its own; nothing was done.
    case refused(code: String)
    /// The network could not be reached, or reported that it did nothing: a retry is safe.
    case unavailable
    /// The order may have been done: only reading the token tells.
    case unknownOutcome
    /// The response does not match the network's interface; whether anything was done is unknown too.
    case unreadableAnswer
}

/// The identity of a token among the tokens of all networks.
public struct TokenKey: Hashable, Sendable {
    public let network: CardNetwork
    /// Unique at its network.
    public let id: String

    public init(network: CardNetwork, id: String) {
        self.network = network
        self.id = id
    }
}

/// An issuer's order to a network about a token.
public struct TokenOrder: Hashable, Sendable {
    /// The issuer's id of the operation; a repeated id means the same operation.
    public var operationID: String
    public var token: TokenReference
    public var deviceID: String
    public var deviceIndex: Int64?

    public init(operationID: String, token: TokenReference, deviceID: String, deviceIndex: Int64?) {
        self.operationID = operationID
        self.token = token
        self.deviceID = deviceID
        self.deviceIndex = deviceIndex
    }
}

/// A network's reference to a token.
public struct TokenReference: Hashable, Sendable {
    /// Unique at its network.
    public let id: String
    /// The requestor id of the token's wallet, 11 digits; `nil` when the payload did not name it.
    public let requestorID: String?

    public init(id: String, requestorID: String?) {
        self.id = id
        self.requestorID = requestorID
    }
}

/// The life of a token at its network: INACTIVE → ACTIVE ⇄ SUSPENDED → DEACTIVATED; the raw values are stored and sent.
public enum TokenState: String, Hashable, Sendable, CaseIterable {
    /// The token exists, and waits for the holder's decision.
    case inactive = "INACTIVE"
    case active = "ACTIVE"
    case suspended = "SUSPENDED"
    /// The token is deactivated for good.
    case deactivated = "DEACTIVATED"
}
