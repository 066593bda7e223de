import TokenActivationCore

/// What an issuer asks a network, whichever way its network writes it.
enum NetworkCall: Hashable, Sendable {
    case token(TokenReference)
    case tokens(panReferenceID: String)
    case order(NetworkOrder)
}

/// Something to do with a token.
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

    /// What the same operation says each time, for a comparison: no part holds a space.
    var content: String {
        let index = deviceIndex.map { String($0) } ?? "-"
        return "\(kind.rawValue) \(token.id) \(token.requestorID ?? "-") \(deviceID) \(index)"
    }
}

/// What a network answers.
enum NetworkReply: Hashable, Sendable {
    case token(NetworkToken?)
    case tokens([NetworkToken])
    case done(tokenID: String, TokenState)
    case refused(NetworkRefusal)
}

/// Why a network does not do what it is asked, as it says it.
enum NetworkRefusal: String, Error, Hashable, Sendable, CaseIterable {
    /// The message is not what the interface says.
    case invalidParameter
    case unknownAddress
    case tokenNotFound
    case deviceMismatch
    /// The id of the operation was used for another one.
    case operationMismatch
    /// The network's own decision.
    case riskDecision
    case stepUpClosed
    case tokenInactive
    case tokenActive
    case tokenSuspended
    case tokenDeactivated
    /// The network's own trouble.
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
