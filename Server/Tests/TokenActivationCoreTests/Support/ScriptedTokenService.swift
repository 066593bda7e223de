import ChaveBase
import Synchronization
import TokenActivationCore

/// A network whose tokens and answers a test sets; it remembers what it was asked.
final class ScriptedTokenService: TokenServiceProvider {
    /// How a question to change something goes; the last of a script goes on for ever.
    enum Answer: Sendable {
        case does
        /// Done, and the answer is lost.
        case doesUnheard
        /// Not done, and nobody knows.
        case unheard
        case refuses, away, unreadable
        /// Answers a state without being in it.
        case says(TokenState)
    }

    private struct State {
        var tokens: [String: NetworkToken] = [:]
        var approvals: [Answer] = [.does]
        var declines: [Answer] = [.does]
        var suspensions: [Answer] = [.does]
        var failingReads = 0
        var reads = 0
        var approved: [TokenOrder] = []
        var declined: [TokenOrder] = []
        var suspended: [TokenOrder] = []
        var beforeAnswer: (@Sendable () async -> Void)?
        var afterSuspension: (@Sendable () async -> Void)?
    }

    private let state = Mutex(State())

    var approved: [TokenOrder] { state.withLock { $0.approved } }
    var declined: [TokenOrder] { state.withLock { $0.declined } }
    var suspended: [TokenOrder] { state.withLock { $0.suspended } }
    var reads: Int { state.withLock { $0.reads } }

    func put(_ token: NetworkToken) { state.withLock { $0.tokens[token.id] = token } }
    func remove(_ id: String) { state.withLock { $0.tokens[id] = nil } }
    func state(of id: String) -> TokenState? { state.withLock { $0.tokens[id]?.state } }
    func change(_ id: String, _ change: (inout NetworkToken) -> Void) {
        state.withLock { state in
            guard var token = state.tokens[id] else { return }
            change(&token)
            state.tokens[id] = token
        }
    }
    func approves(_ answers: Answer...) { state.withLock { $0.approvals = answers } }
    func declines(_ answers: Answer...) { state.withLock { $0.declines = answers } }
    func suspends(_ answers: Answer...) { state.withLock { $0.suspensions = answers } }
    /// So many reads fail after `spared` more have gone well.
    func failReads(_ count: Int, after spared: Int = 0) {
        state.withLock { state in
            state.failingReads = count
            state.reads = -spared
        }
    }
    func beforeAnswering(_ body: (@Sendable () async -> Void)?) { state.withLock { $0.beforeAnswer = body } }
    /// What happens between a suspension and the word of it.
    func afterSuspending(_ body: (@Sendable () async -> Void)?) { state.withLock { $0.afterSuspension = body } }

    func token(_ reference: TokenReference) async throws(TokenServiceFault) -> NetworkToken? {
        let answer: (isFailing: Bool, token: NetworkToken?) = state.withLock { state in
            state.reads += 1
            guard state.failingReads == 0 || state.reads <= 0 else {
                state.failingReads -= 1
                return (true, nil)
            }
            let token = state.tokens[reference.id]
            return (false, reference.requestorID.map { $0 == token?.requestorID } ?? true ? token : nil)
        }
        if answer.isFailing { throw .unavailable }
        return answer.token
    }

    func tokens(ofCard panReferenceID: String) async throws(TokenServiceFault) -> [NetworkToken] {
        let answer: [NetworkToken]? = state.withLock { state in
            guard state.failingReads == 0 else { return nil }
            return state.tokens.values.filter { $0.panReferenceID == panReferenceID }.sorted { $0.id > $1.id }
        }
        guard let answer else { throw .unavailable }
        return answer
    }

    func approve(_ order: TokenOrder) async throws(TokenServiceFault) -> TokenState {
        await state.withLock { $0.beforeAnswer }?()
        return try state.withLock { state in
            state.approved.append(order)
            return ScriptedTokenService.next(&state.approvals)
        }.run(order, to: .active, self)
    }

    func decline(_ order: TokenOrder) async throws(TokenServiceFault) -> TokenState {
        let answer = state.withLock { state in
            state.declined.append(order)
            return ScriptedTokenService.next(&state.declines)
        }
        let said = try answer.run(order, to: .inactive, self)
        change(order.token.id) { $0.stepUpOpenedAt = nil }
        return said
    }

    func suspend(_ order: TokenOrder) async throws(TokenServiceFault) -> TokenState {
        let said = try state.withLock { state in
            state.suspended.append(order)
            return ScriptedTokenService.next(&state.suspensions)
        }.run(order, to: .suspended, self)
        await state.withLock { $0.afterSuspension }?()
        return said
    }

    private static func next(_ answers: inout [Answer]) -> Answer {
        guard let first = answers.first else { return .away }
        if answers.count > 1 { answers.removeFirst() }
        return first
    }
}

extension ScriptedTokenService.Answer {
    fileprivate func run(
        _ order: TokenOrder,
        to target: TokenState,
        _ network: ScriptedTokenService
    ) throws(TokenServiceFault) -> TokenState {
        switch self {
        case .does, .doesUnheard:
            network.change(order.token.id) { $0.state = target }
            if case .doesUnheard = self { throw .unknownOutcome }
            return target
        case .unheard: throw .unknownOutcome
        case .unreadable: throw .unreadableAnswer
        case .refuses: throw .refused(code: "no")
        case .away: throw .unavailable
        case .says(let state): return state
        }
    }
}
