import App2App
import Foundation
import Testing

/// Every state with every event, before and at the deadline.
@Suite
struct FlowTableTests {
    enum Stage: String, CaseIterable, Sendable {
        case idle, received, confirmed, authenticated, activating, approved, declined, failed, answered
    }

    enum Word: String, CaseIterable, Sendable {
        case sameLink, newLink, confirmed, declined, authenticated, authenticationFailed, began, activated
        case backendFailed, opened, signedOut, tick
    }

    /// What happens otherwise than nothing, in time.
    private static let inTime: [Stage: [Word: String]] = [
        .idle: [.sameLink: "received: ask", .newLink: "received: ask"],
        .received: [
            .newLink: "received: failure replaced, ask", .confirmed: "confirmed: authenticate",
            .declined: "declined: report, declined", .backendFailed: "failed: failure backend",
            .signedOut: "failed: failure signedOut",
        ],
        .confirmed: [
            .newLink: "received: failure replaced, ask", .declined: "declined: report, declined",
            .authenticated: "authenticated: activate", .authenticationFailed: "failed: failure notAuthenticated",
            .backendFailed: "failed: failure backend", .signedOut: "failed: failure signedOut",
        ],
        .authenticated: [
            .newLink: "received: failure replaced, ask", .declined: "declined: report, declined",
            .began: "activating:", .backendFailed: "failed: failure backend", .signedOut: "failed: failure signedOut",
        ],
        .activating: [
            .newLink: "received: failure replaced in doubt, ask", .activated: "approved: approved",
            .backendFailed: "failed: failure backend", .signedOut: "failed: failure signedOut in doubt",
        ],
        .approved: [.newLink: "received: ask", .opened: "answered:"],
        .declined: [.newLink: "received: ask", .opened: "answered:"],
        .failed: [.newLink: "received: ask", .opened: "answered:"],
        .answered: [.newLink: "received: ask", .sameLink: "answered: approved"],
    ]

    /// What happens otherwise than nothing, at the deadline.
    private static func late(_ stage: Stage, _ word: Word) -> String? {
        switch (stage, word) {
        case (.received, .newLink), (.confirmed, .newLink), (.authenticated, .newLink):
            "received: failure expired, ask"
        case (.activating, .newLink): "received: failure expired in doubt, ask"
        case (.activating, .activated): "approved: approved"
        case (.activating, .backendFailed): "failed: failure backend"
        case (.activating, _): "failed: failure expired in doubt"
        case (.received, _), (.confirmed, _), (.authenticated, _): "failed: failure expired"
        case (.answered, .sameLink): "received: ask"  // The guard has forgotten it by then.
        case (.idle, _), (.approved, _), (.declined, _), (.failed, _), (.answered, _): inTime[stage]?[word]
        }
    }

    @Test(arguments: Stage.allCases, Word.allCases)
    func everyStateWithEveryEvent(_ stage: Stage, _ word: Word) throws {
        for (now, expected) in [
            (Sample.start, Self.inTime[stage]?[word]),
            (Sample.start + 299.999, Self.inTime[stage]?[word]),
            (Sample.start + 300, Self.late(stage, word)),
            (Sample.start + 86_400, Self.late(stage, word)),
        ] {
            var flow = try Self.flow(in: stage)
            #expect(Self.name(of: flow.state) == stage.rawValue)
            let before = flow.state
            let effects = flow.receive(try Self.event(word, id: 1), at: now)
            guard let expected else {
                #expect(effects.isEmpty && flow.state == before, "\(stage) with \(word) at \(now)")
                continue
            }
            let told = effects.map(Self.text).joined(separator: ", ")
            #expect("\(Self.name(of: flow.state)):\(told.isEmpty ? "" : " ")\(told)" == expected, "at \(now)")
        }
    }

    /// What is said about another request than the one under way changes nothing.
    @Test(arguments: Stage.allCases, Word.allCases)
    func whatIsSaidOfAnotherRequestChangesNothing(_ stage: Stage, _ word: Word) throws {
        let isAboutNone = [.sameLink, .newLink, .signedOut, .tick].contains(word)
        guard !isAboutNone else { return }
        for id in [0, 2, -1, Int.max] {
            var flow = try Self.flow(in: stage)
            let before = flow.state
            #expect(flow.receive(try Self.event(word, id: id), at: Sample.start).isEmpty)
            #expect(flow.state == before)
        }
    }

    // MARK: - Making and reading

    private static func flow(in stage: Stage) throws -> TokenActivationFlow {
        let ways: [Stage: [Word]] = [
            .idle: [], .received: [.sameLink], .confirmed: [.sameLink, .confirmed],
            .authenticated: [.sameLink, .confirmed, .authenticated],
            .activating: [.sameLink, .confirmed, .authenticated, .began],
            .approved: [.sameLink, .confirmed, .authenticated, .began, .activated],
            .declined: [.sameLink, .declined], .failed: [.sameLink, .signedOut],
            .answered: [.sameLink, .confirmed, .authenticated, .began, .activated, .opened],
        ]
        var flow = TokenActivationFlow()
        for word in try #require(ways[stage]) { _ = flow.receive(try event(word, id: 1), at: Sample.start) }
        return flow
    }

    private static func event(_ word: Word, id: Int) throws -> TokenActivationFlow.Event {
        switch word {
        case .sameLink: .linkArrived(try Sample.link(1))
        case .newLink: .linkArrived(try Sample.link(2))
        case .confirmed: .holderConfirmed(id)
        case .declined: .holderDeclined(id)
        case .authenticated: .holderAuthenticated(id)
        case .authenticationFailed: .authenticationFailed(id)
        case .began: .activationBegan(id)
        case .activated: .backendActivated(id, code: nil)
        case .backendFailed: .backendFailed(id, .unavailable)
        case .opened: .callbackOpened(id)
        case .signedOut: .signedOut
        case .tick: .clockTick
        }
    }

    private static func name(of state: TokenActivationFlow.State) -> String {
        switch state {
        case .idle: "idle"
        case .received: "received"
        case .confirmed: "confirmed"
        case .authenticated: "authenticated"
        case .activating: "activating"
        case .approved: "approved"
        case .declined: "declined"
        case .failed: "failed"
        case .answered: "answered"
        }
    }

    private static func text(_ effect: TokenActivationFlow.Effect) -> String {
        switch effect {
        case .ask: "ask"
        case .authenticate: "authenticate"
        case .activate: "activate"
        case .reportDecline: "report"
        case .answer(let end):
            [end.outcome.rawValue, end.failure.map(text)].compactMap { $0 }.joined(separator: " ")
        }
    }

    private static func text(_ failure: TokenActivationFailure) -> String {
        "\(name(of: failure))\(failure.mayBeActive ? " in doubt" : "")"
    }

    private static func name(of failure: TokenActivationFailure) -> String {
        switch failure {
        case .unreadable: "unreadable"
        case .incomplete: "incomplete"
        case .replaced: "replaced"
        case .expired: "expired"
        case .signedOut: "signedOut"
        case .notAuthenticated: "notAuthenticated"
        case .backend: "backend"
        }
    }
}
