import App2App
import ChaveTesting
import Foundation
import Testing

/// A card's activation with the backend's double, in a session over the test's clock.
struct TestTokenActivatorTests {
    private static let rules = TokenActivationRules(
        launch: LaunchAddress(scheme: "bank-app", host: "token-activation", path: "/a2a"),
        names: .visa,
        callbacks: CallbackRules(schemes: ["wallet-app"], httpsHosts: ["wallet.example"])
    )

    private static func link() throws -> URL {
        let json = #"{"tokenReferenceID":"DNITHE1","panReferenceID":"V-1","deviceIndex":2}"#
        let payload = Data(json.utf8).base64EncodedString().replacingOccurrences(of: "=", with: "%3D")
        let callback = "https%3A%2F%2Fwallet.example%2Fr%2F1"
        return try #require(
            URL(string: "bank-app://token-activation/a2a?a2apayload=\(payload)&wpcallback=\(callback)")
        )
    }

    private static func session(
        _ activator: TestTokenActivator,
        _ clock: TestClock = TestClock(),
        saysYes: Bool = true
    ) -> TokenActivationSession {
        TokenActivationSession(
            rules: rules,
            activator: activator,
            app: TokenActivationApp(
                confirm: { preview in saysYes && preview == TestTokenActivator.standardPreview },
                verify: { _ in .verified },
                open: { _ in true }
            ),
            clock: clock.tokenActivationClock
        )
    }

    @Test func anActivationReachesTheBackendOnce() async throws {
        let activator = TestTokenActivator()
        let end = await Self.session(activator).handle(try Self.link())
        #expect(end?.outcome == .approved)
        #expect(activator.activations == 1)
        #expect(activator.calls.first == .preview)
    }

    @Test func whoDeclinesIsHeard() async throws {
        let activator = TestTokenActivator()
        let end = await Self.session(activator, saysYes: false).handle(try Self.link())
        #expect(end?.outcome == .declined && activator.activations == 0)
    }

    @Test func aBackendThatRefusesActivatesNothing() async throws {
        let activator = TestTokenActivator()
        activator.setActivation(.failure(TokenActivatorError(.refused("card_blocked"))))
        let end = await Self.session(activator).handle(try Self.link())
        #expect(end?.outcome == .failure && activator.activations == 0)
        activator.setPreview(.failure(TokenActivatorError(.unavailable)))
        #expect(await Self.session(activator).handle(try Self.link())?.outcome == .failure)
    }

    @Test func anAnswerThatIsLostLeavesOneActivation() async throws {
        let activator = TestTokenActivator()
        activator.loseAnswers()
        let payload = App2AppTokenActivationPayload(tokenReferenceID: "DNITHE1")
        await #expect(throws: TokenActivatorError(.outcomeUnknown)) {
            try await activator.activate(payload, idempotencyKey: "k")
        }
        #expect(try await activator.activate(payload, idempotencyKey: "k").activationID == "test-1")
        #expect(activator.activations == 1 && activator.calls.count == 2)
        activator.setDecline(.failure(TokenActivatorError(.unavailable)))
        await #expect(throws: TokenActivatorError(.unavailable)) {
            try await activator.decline(payload, idempotencyKey: "k")
        }
    }
}
