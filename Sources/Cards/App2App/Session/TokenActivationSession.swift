import ChaveBase
public import Foundation

/// What an app holds: takes links, has the app ask and verify, has the backend activate, opens the callback.
///
/// One for the app's life, made before the first link can arrive. It may be called from any thread. Everything about a
/// request is in memory only and goes with the process.
public final class TokenActivationSession: Sendable {
    struct Progress {
        var flow = TokenActivationFlow()
        var runs: [Int: ActivationRun] = [:]
    }

    let activator: any TokenActivator
    let app: TokenActivationApp
    let clock: TokenActivationClock
    let progress = Locked(Progress())
    private let rules: TokenActivationRules
    private let makeKey: @Sendable () -> String

    /// Is made once, before the first link can arrive; `makeKey` gives an idempotency key that no other request has.
    public init(
        rules: TokenActivationRules,
        activator: any TokenActivator,
        app: TokenActivationApp,
        clock: TokenActivationClock = .system,
        makeKey: @escaping @Sendable () -> String = { UUID().uuidString }
    ) {
        self.rules = rules
        self.activator = activator
        self.app = app
        self.clock = clock
        self.makeKey = makeKey
    }

    /// Takes a URL that the system hands to the app, and returns at once.
    ///
    /// Links count in the order in which this is called.
    /// - Returns: whether it is for this session; a URL of another address is left to the rest of the app.
    @discardableResult
    public func open(_ url: URL) -> Bool {
        guard let arrival = take(url) else { return false }
        Task { await deal(with: arrival) }
        return true
    }

    /// Takes a URL and returns when it has been dealt with.
    ///
    /// - Returns: `nil` where the URL is not for this session, where the same link is being dealt with already, or where
    ///   the calling task was cancelled; the request then goes on without it.
    @discardableResult
    public func handle(_ url: URL) async -> TokenActivationEnd? {
        guard let arrival = take(url) else { return nil }
        return await deal(with: arrival)
    }

    /// The person has signed out: what is under way has failed.
    public func signedOut() async { await perform(receive(.signedOut)) }

    /// Looks at the clock; for an app that comes back to the foreground.
    public func checkTime() async { await perform(receive(.clockTick)) }

    // MARK: - Links

    /// What is to be done about a link that the flow knows of already.
    private struct Arrival {
        let effects: [TokenActivationFlow.Effect]
        /// Of the request that the link became; `nil` where it became none.
        var ends: AsyncStream<TokenActivationEnd>?
    }

    /// `nil` where the URL is not for this session.
    private func take(_ url: URL) -> Arrival? {
        do throws(TokenActivationLinkRefusal) {
            return take(try TokenActivationLink(url, rules: rules))
        } catch {
            return error.isForeign ? nil : refuse(url, error)
        }
    }

    /// A link that never becomes a request; where it can be answered, it is.
    private func refuse(_ url: URL, _ refusal: TokenActivationLinkRefusal) -> Arrival {
        let callback = refusal.isAnswerable ? TokenActivationLink.callback(of: url, rules: rules) : nil
        let end = TokenActivationEnd(
            request: nil,
            outcome: .failure,
            failure: .unreadable(refusal),
            callback: callback?.answer(.failure)
        )
        return Arrival(effects: [.answer(end)])
    }

    private func take(_ link: TokenActivationLink) -> Arrival {
        let (ends, stream) = AsyncStream<TokenActivationEnd>.makeStream()
        // In one step, so that whatever ends the request finds who waits for it.
        return progress.withLock { progress in
            let effects = progress.flow.receive(.linkArrived(link), at: clock.now())
            guard let id = TokenActivationSession.asked(effects) else { return Arrival(effects: effects) }
            progress.runs[id] = ActivationRun(key: makeKey(), ends: stream)
            return Arrival(effects: effects, ends: ends)
        }
    }

    private func deal(with arrival: Arrival) async -> TokenActivationEnd? {
        // An earlier request may have been answered as well; this link's own answer comes last.
        let last = await perform(arrival.effects)
        return if let ends = arrival.ends { await ends.first { _ in true } } else { last }
    }

    private static func asked(_ effects: [TokenActivationFlow.Effect]) -> Int? {
        for case .ask(let request) in effects { return request.id }
        return nil
    }
}
