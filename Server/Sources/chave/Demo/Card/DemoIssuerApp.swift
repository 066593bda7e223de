import App2App
import BeyondIdentityEmbedded
import Foundation

/// The issuer's app on a phone of a demonstration, whose user answers as the demonstration decides.
struct DemoIssuerApp: Sendable {
    let session: TokenActivationSession
    let tokens: HolderTokens
    private let activator: RecordedActivator
    private let exchange: CountedExchange
    private let says = Mutexed(true)
    private let questions = Mutexed(0)

    /// Makes the app on a registered device, for links with the names of one network.
    init(_ device: CoreEmbedded, server: URL, names: TokenActivationRules.Names = .visa) {
        let (tokens, exchange) = (HolderTokens(device: device), CountedExchange())
        let activator = RecordedActivator(
            HTTPTokenActivator(
                baseURL: server,
                accessToken: { need in
                    switch need {
                    case .any: try await tokens.any()
                    case .fresh(let seconds): try await tokens.fresh(withinSeconds: seconds)
                    }
                },
                exchange: exchange
            )
        )
        let (says, questions) = (self.says, self.questions)
        let app = TokenActivationApp(
            confirm: { _ in
                questions.change { $0 += 1 }
                return says.value
            },
            verify: { _ in
                do {
                    try await tokens.verify(on: device)
                    return .verified
                } catch {
                    return .failed
                }
            },
            // The demonstration's own browser opens the address.
            open: { _ in true }
        )
        self.tokens = tokens
        self.exchange = exchange
        self.activator = activator
        let rules = TokenActivationRules(
            launch: LaunchText.standard,
            names: names,
            callbacks: CallbackRules(),
            developmentOrigin: LoopbackOrigin(server.absoluteString)
        )
        session = TokenActivationSession(rules: rules, activator: activator, app: app)
    }

    /// The server's answers to the last request.
    var record: RecordedActivator.Record { activator.record }
    /// The number of requests to the server.
    var requestCount: Int { exchange.count }
    /// The number of questions to the user.
    var questionCount: Int { questions.value }

    /// Opens a wallet's link; `nil` when it is not for this app.
    func open(_ link: String, saying yes: Bool = true) async throws -> TokenActivationEnd? {
        guard let url = URL(string: link) else { throw CommandFailure("The wallet's link cannot be read.") }
        says.value = yes
        return await session.handle(url)
    }
}

/// The library's HTTP, with a count of requests.
private final class CountedExchange: ActivationExchange {
    private let exchange = URLSessionExchange()
    private let requests = Mutexed(0)

    var count: Int { requests.value }

    func send(_ request: ActivationHTTPRequest) async throws -> ActivationHTTPResponse {
        requests.change { $0 += 1 }
        return try await exchange.send(request)
    }
}
