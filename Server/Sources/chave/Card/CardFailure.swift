import App2App

/// The reason why a wallet's link failed, in one sentence with the next step; it contains nothing of the link.
enum CardFailure {
    static let foreign = "The link is not for this app: compare it with --launch."

    static func refused(_ refusal: TokenActivationLinkRefusal) -> UnreadableInput {
        UnreadableInput("The link is refused: \(refusal) (\(refusal.rawValue)). Nothing was sent.")
    }

    /// The error that ends the command.
    static func of(_ failure: TokenActivationFailure?, _ app: IssuerApp) -> any Error {
        switch failure {
        case .unreadable(let refusal): refused(refusal)
        case .incomplete:
            UnreadableInput("The link names no token, or neither card nor wallet (incomplete). Nothing was sent.")
        case .backend(.notSignedIn), .notAuthenticated:
            app.tokens.problem ?? CommandFailure("You were not verified. The wallet may ask again.")
        case .signedOut: left(app.record)
        case .backend(let code): CommandFailure("\(sentence(code, app)) (\(code))")
        case .expired(mayBeActive: true), .replaced(mayBeActive: true):
            CommandFailure("The answer did not come in time. It may be active by now: chave card list")
        case .expired: CommandFailure("Five minutes are over (expired). Begin again in the wallet.")
        case .replaced, nil: CommandFailure("Another link took its place. Begin again in the wallet.")
        }
    }

    /// The failure of a user who left; an activation that had begun goes on at the server.
    private static func left(_ record: RecordedActivator.Record) -> CommandFailure {
        let known = record.mayBeActive ? "It may be active by now: chave card list" : "Nothing was activated."
        // An interrupted command ends with its exit code and no sentence.
        Terminal.note("\(known) The wallet is to be told failure.")
        return CommandFailure(known)
    }

    /// The failure's code, for scripts.
    static func code(_ failure: TokenActivationFailure) -> String {
        switch failure {
        case .unreadable(let refusal): refusal.rawValue
        case .incomplete: "incomplete"
        case .replaced: "replaced"
        case .expired: "expired"
        case .signedOut: "cancelled"
        case .notAuthenticated: "not_authenticated"
        case .backend(let code): code.description
        }
    }

    private static func sentence(_ code: TokenActivatorError.Code, _ app: IssuerApp) -> String {
        switch code {
        case .unavailable: "No server answers at \(app.server), or it cannot do it now. Ask again from the wallet."
        case .outcomeUnknown: "It may be active: nobody can tell yet. Look at: chave card list"
        case .freshAuthenticationNeeded: "The server wants you verified more recently. Ask again from the wallet."
        case .insecureAddress: "The server's address must be https, or http on this machine."
        default: refusals[code.description] ?? "The server refused it. docs/app2app.md explains each code."
        }
    }

    /// The refusals that users meet; the others are for developers.
    private static let refusals = [
        "card_not_found": "You have no such card here. Only its holder can activate it.",
        "token_not_found": "The wallet's request is not known any more. Begin again in the wallet.",
        "wallet_not_allowed": "The issuer takes no requests from this wallet.",
        "card_blocked": "The card is blocked. Ask the issuer.",
        "activations_locked": "Too many requests for this card were refused. Try again tomorrow, or ask the issuer.",
        "device_mismatch": "The wallet names another device than the network. Begin again in the wallet.",
        "token_suspended": "The card is suspended in this wallet. Ask the issuer.",
        "token_deactivated": "The card was taken out of this wallet. Add it again there.",
        "step_up_closed": "The network does not wait for you any more. Begin again in the wallet.",
        "step_up_expired": "You had 15 minutes. Begin again in the wallet.",
        "refused_by_network": "The network refused it. Ask the issuer.",
        "client_not_allowed": "The issuer does not take this app's word: compare --client-id with its settings.",
        "card_number_refused": "The link holds what looks like a card's number. Tell the wallet's maker.",
    ]
}
