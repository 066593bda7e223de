import App2App
import ArgumentParser

/// The agreement with the network: the form of a wallet's link, and the allowed places of an answer.
struct CardLinkOptions: ParsableArguments {
    /// The network whose names the link's items have.
    enum Network: String, ExpressibleByArgument, CaseIterable {
        case visa
        case mastercard
        case discover

        var names: TokenActivationRules.Names {
            switch self {
            case .visa: .visa
            case .mastercard: .mastercard
            case .discover: .discover
            }
        }
    }

    @Option(help: "Whose names the link's items have. [default: the network whose two names it has, else visa]")
    var network: Network?
    @Option(
        help: "The address that opens the app, as the network was told it.",
        transform: { try LaunchText($0).address }
    )
    var launch = LaunchText.standard
    @Option(help: "A scheme that an answer may go to; may be given again.") var callbackScheme: [String] = []
    @Option(help: "A host that an answer may go to by https; may be given again.") var callbackHost: [String] = []
    @Flag(help: "Answer as the public guide has it: open the callback untouched, and only after a yes.")
    var bare = false

    /// The rules for reading a link; with an issuer's server on this machine, its pages may be the wallet.
    func rules(server: String, for link: String) -> TokenActivationRules {
        if let network { return rules(server, network) }
        let all = Network.allCases.map { rules(server, $0) }
        return all.first { CardLinkOptions.names(of: $0, in: link) } ?? rules(server, .visa)
    }

    /// Whether the link has the two items, whatever their content.
    private static func names(of rules: TokenActivationRules, in link: String) -> Bool {
        do throws(TokenActivationLinkRefusal) {
            _ = try TokenActivationLink(text: link, rules: rules)
            return true
        } catch {
            return error != .callbackMissing && error != .payloadMissing
        }
    }

    private func rules(_ server: String, _ network: Network) -> TokenActivationRules {
        TokenActivationRules(
            launch: launch,
            names: network.names,
            callbacks: CallbackRules(schemes: Set(callbackScheme), httpsHosts: Set(callbackHost)),
            developmentOrigin: LoopbackOrigin(server),
            answers: bare ? .bare : .withOutcome
        )
    }
}

/// A launch address as the user types it: `scheme://host/path`.
struct LaunchText {
    /// The launch address of the public guide, and of the sandbox.
    static let standard = LaunchAddress(scheme: "bank-app", host: "token-activation", path: "/a2a")

    let address: LaunchAddress

    init(_ text: String) throws {
        let halves = text.split(separator: "/", maxSplits: 3, omittingEmptySubsequences: false)
        guard halves.count == 4, halves[0].last == ":", halves[0].count > 1, halves[1].isEmpty, !halves[2].isEmpty,
            text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }), !text.contains(where: { "?#@\\".contains($0) })
        else {
            throw ValidationError("A launch address is scheme://host/path, such as bank-app://token-activation/a2a.")
        }
        address = LaunchAddress(
            scheme: String(halves[0].dropLast()),
            host: String(halves[2]),
            path: "/\(halves[3])"
        )
    }
}
