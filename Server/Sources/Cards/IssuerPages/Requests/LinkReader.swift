import App2App
import ChaveWire
import Crypto

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Reads links to this page's own address by the library's rules, with the parameter names of the network in the query.
struct LinkReader: LaunchReader {
    private let base: String
    private let settings: IssuerSettings
    private let rules: [TokenActivationRules]

    init(settings: IssuerSettings) {
        self.settings = settings
        base = settings.baseURL + IssuerSettings.launchPath
        let parts = settings.baseURL.split(separator: "/", omittingEmptySubsequences: true)
        let host = parts.count > 1 ? String(parts[1]) : ""
        let isLoopback = LoopbackOrigin(settings.baseURL) != nil
        let hosts = settings.walletHosts + (isLoopback ? [] : [host])
        rules = [TokenActivationRules.Names.visa, .mastercard, .discover].map { names in
            TokenActivationRules(
                launch: LaunchAddress(scheme: "https", host: host, path: IssuerSettings.launchPath),
                names: names,
                callbacks: CallbackRules(httpsHosts: Set(hosts)),
                developmentOrigin: LoopbackOrigin(settings.baseURL)
            )
        }
    }

    func read(_ query: String) throws(LaunchRefusal) -> Launch {
        let text = "\(base)?\(query)"
        guard let rules = rules(for: query) else { throw LaunchRefusal(code: "not_an_address", answer: nil) }
        let link: TokenActivationLink
        do throws(TokenActivationLinkRefusal) {
            link = try TokenActivationLink(text: text, rules: rules)
        } catch {
            guard let callback = URL(string: text).flatMap({ TokenActivationLink.callback(of: $0, rules: rules) })
            else {
                throw LaunchRefusal(code: error.rawValue, answer: nil)
            }
            throw LaunchRefusal(code: error.rawValue, answer: try answers(callback).failure)
        }
        let answers = try answers(link.callback)
        guard link.payload.namesToken else {
            throw LaunchRefusal(code: "token_reference_missing", answer: answers.failure)
        }
        return Launch(
            payload: LinkReader.json(link.payload),
            answers: answers,
            digest: Array(SHA256.hash(data: Data(text.utf8)))
        )
    }

    /// The rules of the first network whose payload parameter is in the query; Visa's when there is none.
    private func rules(for query: String) -> TokenActivationRules? {
        let items = query.split(separator: "&").map { String($0.prefix { $0 != "=" }) }
        return rules.first { items.contains($0.names.payload) } ?? rules.first
    }

    private func answers(_ callback: WalletCallback) throws(LaunchRefusal) -> Launch.Answers {
        let word = TokenActivationOutcome.failure.rawValue
        guard let failure = callback.answer(.failure)?.absoluteString, failure.hasSuffix("=\(word)") else {
            throw LaunchRefusal(code: "callback_not_an_address", answer: nil)
        }
        guard settings.isReturn(failure) else { throw LaunchRefusal(code: "callback_own_address", answer: nil) }
        return Launch.Answers(untilWord: String(failure.dropLast(word.count)))
    }

    /// The BFF's JSON: the seven fields, without anything else that a wallet may have written.
    private static func json(_ payload: App2AppTokenActivationPayload) -> JSONValue {
        let fields = [
            ("panReferenceID", payload.panReferenceID), ("tokenRequestorID", payload.tokenRequestorID),
            ("tokenReferenceID", payload.tokenReferenceID), ("walletAccountID", payload.walletAccountID),
            ("deviceID", payload.deviceID), ("deviceIndex", payload.deviceIndex), ("reasonCode", payload.reasonCode),
        ]
        var object = JSONObject()
        for (name, value) in fields { object[name] = value.map(JSONValue.string) }
        return .object(object)
    }
}
