import ChaveBase
import ChaveTransport
import ChaveWire
import TokenActivationCore
import TokenNetworks

/// What an issuer can ask a network.
enum Question: String, CaseIterable, Sendable {
    case token
    case tokens
    case approve
    case decline
    case suspend

    var isRead: Bool { self == .token || self == .tokens }

    /// What came of it, as a value to compare.
    enum Outcome: Hashable, Sendable {
        case tokens([NetworkToken])
        case state(TokenState)
        case fault(TokenServiceFault)
    }

    func ask(
        _ provider: any TokenServiceProvider,
        _ reference: TokenReference? = nil,
        about network: CardNetwork
    ) async -> Outcome {
        let reference = reference ?? Sample.reference(network)
        let order = Sample.order(network, reference)
        do throws(TokenServiceFault) {
            switch self {
            case .token: return .tokens(try await provider.token(reference).map { [$0] } ?? [])
            case .tokens: return .tokens(try await provider.tokens(ofCard: Sample.card(network)))
            case .approve: return .state(try await provider.approve(order))
            case .decline: return .state(try await provider.decline(order))
            case .suspend: return .state(try await provider.suspend(order))
            }
        } catch {
            return .fault(error)
        }
    }

    /// The state that the sample's answer tells.
    var state: TokenState {
        switch self {
        case .token, .tokens, .decline: .inactive
        case .approve: .active
        case .suspend: .suspended
        }
    }
}
