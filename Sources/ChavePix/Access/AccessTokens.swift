import ChaveTransport

/// The access token in use, and its renewal.
///
/// However many calls find the token expired at once, the app is asked once for a fresh one.
final class AccessTokens: Sendable {
    private struct State {
        var token: String?
        var waiters: [Int: CheckedContinuation<Result<String, any Error>, Never>] = [:]
        var nextWaiter = 0
        var isRenewing = false
    }

    private let provider: PixConfiguration.TokenProvider?
    private let state: Locked<State>

    init(_ token: String?, provider: PixConfiguration.TokenProvider?) {
        self.provider = provider
        state = Locked(State(token: token.flatMap { $0.isEmpty ? nil : $0 }))
    }

    /// The token to send, asked for when there is none yet.
    func current() async throws(PixError) -> String {
        if let token = known { return token }
        return try await renewed(insteadOf: nil)
    }

    /// The token as it stands, without asking.
    var known: String? { state.withLock { $0.token } }

    var canRenew: Bool { provider != nil }

    /// A token that is not `refused`; another call may have brought it already.
    func renewed(insteadOf refused: String?) async throws(PixError) -> String {
        guard let provider else { throw PixError.noToken(refused: refused != nil) }
        let id = state.withLock { state in
            state.nextWaiter += 1
            return state.nextWaiter
        }
        let result = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                wait(id, continuation, insteadOf: refused, provider)
            }
        } onCancel: {
            take(id)?.resume(returning: .failure(CancellationError()))
        }
        switch result {
        case .success(let token): return token
        case .failure(is CancellationError) where Task.isCancelled: throw PixError.cancelledCall
        case .failure(let error):
            throw PixError(.authentication, "The app could not give a fresh access token.", cause: error)
        }
    }

    private func wait(
        _ id: Int,
        _ continuation: CheckedContinuation<Result<String, any Error>, Never>,
        insteadOf refused: String?,
        _ provider: @escaping PixConfiguration.TokenProvider
    ) {
        let (known, starts) = state.withLock { state -> (String?, Bool) in
            if let token = state.token, token != refused { return (token, false) }
            state.waiters[id] = continuation
            let starts = !state.isRenewing
            state.isRenewing = true
            return (nil, starts)
        }
        if let known { return continuation.resume(returning: .success(known)) }
        if starts { Task { await renew(provider) } }
        // The waiter may have been cancelled before it was known to `take`.
        if Task.isCancelled { take(id)?.resume(returning: .failure(CancellationError())) }
    }

    private func renew(_ provider: PixConfiguration.TokenProvider) async {
        let result: Result<String, any Error>
        do {
            result = .success(try await provider())
        } catch {
            result = .failure(error)
        }
        let waiters = state.withLock { state in
            if case .success(let token) = result { state.token = token }
            state.isRenewing = false
            defer { state.waiters = [:] }
            return Array(state.waiters.values)
        }
        for waiter in waiters { waiter.resume(returning: result) }
    }

    private func take(_ id: Int) -> CheckedContinuation<Result<String, any Error>, Never>? {
        state.withLock { $0.waiters.removeValue(forKey: id) }
    }
}

extension PixError {
    static func noToken(refused: Bool) -> PixError {
        refused
            ? PixError(.authentication, "The access token was refused; get a fresh one from your server.")
            : PixError(.authentication, "This call needs an access token; get one from your server.")
    }

    static let cancelledCall = PixError(.cancelled, "The call was cancelled.")
}
