import ChaveBase
public import Foundation

/// Runs activations for an app: takes links, lets the app ask and verify, calls the backend, and opens the callback.
///
/// An app has one session for its whole life, made before the first link can arrive. Any thread may call it. All data
/// of a request is in memory only, and ends with the process.
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

    /// Creates the session, once, before the first link can arrive.
    ///
    /// `makeKey` makes an idempotency key that no other request has.
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

    /// Takes a URL from the system, and returns at once.
    ///
    /// Links count in the order of these calls.
    /// - Returns: whether the URL is for this session; a URL of another address is left to the rest of the app.
    @discardableResult
    public func open(_ url: URL) -> Bool {
        guard let arrival = take(url) else { return false }
        Task { await deal(with: arrival) }
        return true
    }

    /// Takes a URL and returns when its request has ended.
    ///
    /// - Returns: the end; `nil` when the URL is not for this session or when the same link is already in progress. The
    ///   result is also `nil` when the calling task was cancelled; the request then continues.
    @discardableResult
    public func handle(_ url: URL) async -> TokenActivationEnd? {
        guard let arrival = take(url) else { return nil }
        return await deal(with: arrival)
    }

    /// Ends the current request as failed, because the person has signed out.
    public func signedOut() async { await perform(receive(.signedOut)) }

    /// Checks the deadline, for an app that returns to the foreground.
    public func checkTime() async { await perform(receive(.clockTick)) }

    // MARK: - Links

    /// The work for a link that the flow already knows.
    private struct Arrival {
        let effects: [TokenActivationFlow.Effect]
        /// The ends of the request that the link became; `nil` when it became none.
        var ends: AsyncStream<TokenActivationEnd>?
    }

    /// Reads a URL; `nil` when it is not for this session.
    private func take(_ url: URL) -> Arrival? {
        do throws(TokenActivationLinkRefusal) {
            return take(try TokenActivationLink(url, rules: rules))
        } catch {
            return error.isForeign ? nil : refuse(url, error)
        }
    }

    /// Answers a link that never becomes a request, when it can be answered.
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
        // One locked step does both, so that the end of the request finds its waiting caller.
        return progress.withLock { progress in
            let effects = progress.flow.receive(.linkArrived(link), at: clock.now())
            guard let id = TokenActivationSession.asked(effects) else { return Arrival(effects: effects) }
            progress.runs[id] = ActivationRun(key: makeKey(), ends: stream)
            return Arrival(effects: effects, ends: ends)
        }
    }

    private func deal(with arrival: Arrival) async -> TokenActivationEnd? {
        // The effects may also answer an earlier request; this link's own answer comes last.
        let last = await perform(arrival.effects)
        return if let ends = arrival.ends { await ends.first { _ in true } } else { last }
    }

    private static func asked(_ effects: [TokenActivationFlow.Effect]) -> Int? {
        for case .ask(let request) in effects { return request.id }
        return nil
    }
}

/// The data of a request while it is under way.
struct ActivationRun {
    /// The idempotency key, the same for each call of the request.
    let key: String
    /// The caller that waits for the end.
    let ends: AsyncStream<TokenActivationEnd>.Continuation
    /// The preview that the holder saw.
    var preview: TokenActivationPreview?
    /// The tasks that are cancelled when the request ends.
    var tasks: [Task<Void, Never>] = []
    /// The report of a refusal to the backend, which is not cancelled.
    var report: Task<Void, Never>?
}
