import App2App
import BeyondIdentityEmbedded
import ChaveSoftwareAuthenticator
import ChaveTransport
import Foundation

/// The issuer's app on a terminal: it asks there, verifies with the device's key, and opens no address.
struct IssuerApp: Sendable {
    let session: TokenActivationSession
    let tokens: HolderTokens
    /// The address of the issuer's server.
    let server: String
    private let activator: RecordedActivator

    init(options: SignInDeviceOptions, rules: TokenActivationRules, gesture: UserGesture?, isAgreed: Bool) throws {
        let address = try options.address()
        guard let server = URL(string: address.text) else {
            throw CommandFailure("The server's address cannot be used: \(address.text)")
        }
        let tokens = HolderTokens(device: try options.device(gesture: gesture))
        let activator = RecordedActivator(
            HTTPTokenActivator(baseURL: server) { need in
                switch need {
                case .any: try await tokens.any()
                case .fresh(let seconds): try await tokens.fresh(withinSeconds: seconds)
                }
            }
        )
        let app = TokenActivationApp(
            confirm: { preview in await IssuerApp.confirms(preview, isAgreed: isAgreed) },
            verify: { preview in
                await IssuerApp.verification {
                    let prompt = "Activate •••• \(preview.lastFour) in \(preview.walletName)"
                    try await tokens.verify(on: options.device(gesture: gesture, prompt: prompt))
                }
            },
            // The user opens the printed address.
            open: { _ in true }
        )
        self.tokens = tokens
        self.server = address.text
        self.activator = activator
        session = TokenActivationSession(rules: rules, activator: activator, app: app)
    }

    /// The server's answers to the request.
    var record: RecordedActivator.Record { activator.record }

    /// Ends the request without the user's answer: the wallet hears of a failure.
    func leave() async { await session.signedOut() }

    private static func confirms(_ preview: TokenActivationPreview, isAgreed: Bool) async -> Bool {
        let say = TokenActivationTexts.english
        for line in say.details(preview) { Terminal.note(line) }
        if isAgreed { return true }
        Terminal.note("If somebody asked you to do this, by phone or message, it is fraud: type no.")
        let answer = await TerminalQuestion.ask("\(say.question) Type yes: ")
        return answer?.lowercased() == "yes"
    }

    private static func verification(
        _ verify: () async throws -> Void
    ) async -> TokenActivationApp.Verification {
        do {
            try await verify()
            return .verified
        } catch let error as SignInError where error.code == .userCancelled {
            return .cancelled
        } catch {
            return .failed
        }
    }
}
