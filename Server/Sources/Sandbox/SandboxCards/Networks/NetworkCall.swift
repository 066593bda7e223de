import TokenActivationCore

/// An issuer's request to a network, independent of the network's message format.
enum NetworkCall: Hashable, Sendable {
    case token(TokenReference)
    case tokens(panReferenceID: String)
    case order(NetworkOrder)
}

/// An operation on a token.
struct NetworkOrder: Hashable, Sendable {
    enum Kind: String, Hashable, Sendable, CaseIterable {
        case approve
        case decline
        case suspend

        var event: TokenEvent {
            switch self {
            case .approve: .approval
            case .decline: .refusal
            case .suspend: .suspension
            }
        }
    }

    let kind: Kind
    let operationID: String
    let token: TokenReference
    let deviceID: String
    let deviceIndex: Int64?

    /// The operation's content for comparison; no part holds a space.
    var content: String {
        let index = deviceIndex.map { String($0) } ?? "-"
        return "\(kind.rawValue) \(token.id) \(token.requestorID ?? "-") \(deviceID) \(index)"
    }
}

/// A network's answer.
enum NetworkReply: Hashable, Sendable {
    case token(NetworkToken?)
    case tokens([NetworkToken])
    case done(tokenID: String, TokenState)
    case refused(NetworkRefusal)
}

/// The reason why a network refuses a request; raw values are its own codes.
enum NetworkRefusal: String, Error, Hashable, Sendable, CaseIterable {
    /// The message does not follow the interface.
    case invalidParameter
    case unknownAddress
    case tokenNotFound
    case deviceMismatch
    /// The operation's id was used for another operation.
    case operationMismatch
    /// The network's own decision.
    case riskDecision
    case stepUpClosed
    case tokenInactive
    case tokenActive
    case tokenSuspended
    case tokenDeactivated
    /// An error inside the network.
    case systemError

    init(_ refusal: TokenRefusal) {
        self =
            switch refusal {
            case .stepUpClosed: .stepUpClosed
            case .tokenInactive: .tokenInactive
            case .tokenActive: .tokenActive
            case .tokenSuspended: .tokenSuspended
            case .tokenDeactivated: .tokenDeactivated
            }
    }

    var status: Int {
        switch self {
        case .invalidParameter: 400
        case .unknownAddress, .tokenNotFound: 404
        case .deviceMismatch, .operationMismatch, .riskDecision, .stepUpClosed, .tokenInactive, .tokenActive,
            .tokenSuspended, .tokenDeactivated:
            409
        case .systemError: 500
        }
    }
}
