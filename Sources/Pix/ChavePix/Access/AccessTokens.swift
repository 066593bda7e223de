import ChaveBase
import ChaveTransport

/// The access token in use, and its renewal.
///
/// Many calls can find the token expired at the same time. The app gets one request for a fresh token, and the observer
/// one event.
final class AccessTokens: Sendable {
    private typealias Renewal = Promise<Result<String, PixError>>

    private struct State {
        var token: String?
        /// The renewal in progress; every call that needs a token waits for it.
        var renewal: Renewal?
    }

    private enum Turn {
        case known(String)
        case waits(Renewal)
        case begins(Renewal)
    }

    private let provider: PixConfiguration.TokenProvider?
    private let clock: DeviceClock
    private let observe: @Sendable (PixEvent.Kind) -> Void
    private let state: Locked<State>

    init(
        _ token: String?,
        provider: PixConfiguration.TokenProvider?,
        clock: DeviceClock,
        observe: @escaping @Sendable (PixEvent.Kind) -> Void
    ) {
        self.provider = provider
        self.clock = clock
        self.observe = observe
        state = Locked(State(token: token.flatMap { $0.isEmpty ? nil : $0 }))
    }

    /// The token to send; requests one from the app when there is none yet.
    func current(before deadline: Int64?) async throws(PixError) -> String {
        if let token = known { return token }
        return try await renewed(insteadOf: nil, before: deadline)
    }

    /// The current token, without a request to the app.
    var known: String? { state.withLock { $0.token } }

    var canRenew: Bool { provider != nil }

    /// A token that is not `refused`; another call may have brought it already.
    ///
    /// At `deadline`, in milliseconds of the clock's uptime, it throws `.timedOut`. The app's request continues for
    /// calls that wait longer.
    func renewed(insteadOf refused: String?, before deadline: Int64?) async throws(PixError) -> String {
        guard let provider else { throw PixError.noToken(refused: refused != nil) }
        let renewal: Renewal
        switch turn(insteadOf: refused) {
        case .known(let token): return token
        case .waits(let underWay): renewal = underWay
        case .begins(let mine):
            renewal = mine
            // The renewal has its own task, because the call that began it may be cancelled while others wait.
            Task { await renew(provider, mine) }
        }
        guard let result = await result(of: renewal, before: deadline) else { throw PixError.cancelledCall }
        return try result.get()
    }

    private func result(of renewal: Renewal, before deadline: Int64?) async -> Result<String, PixError>? {
        guard let deadline else { return await renewal.value() }
        let rest = deadline - clock.uptimeMilliseconds()
        guard rest > 0 else { return .failure(AccessTokens.tooLate) }
        let first = Renewal()
        let relay = Task { if let result = await renewal.value() { first.keep(result) } }
        let timer = Task { [clock] in
            try await clock.limit(rest)
            first.keep(.failure(AccessTokens.tooLate))
        }
        defer {
            relay.cancel()
            timer.cancel()
        }
        return await first.value()
    }

    private static let tooLate = PixError(.timedOut, "The app gave no fresh access token in time; try again.")

    private func turn(insteadOf refused: String?) -> Turn {
        state.withLock { state in
            if let token = state.token, token != refused { return .known(token) }
            if let underWay = state.renewal { return .waits(underWay) }
            let mine = Renewal()
            state.renewal = mine
            return .begins(mine)
        }
    }

    private func renew(_ provider: PixConfiguration.TokenProvider, _ renewal: Renewal) async {
        let began = clock.uptimeMilliseconds()
        observe(.started)
        let result: Result<String, PixError>
        do {
            result = .success(try await provider())
        } catch {
            let message = "The app could not give a fresh access token."
            result = .failure(PixError(.authentication, message, cause: error))
        }
        state.withLock { state in
            if case .success(let token) = result { state.token = token }
            state.renewal = nil
        }
        let elapsed = clock.uptimeMilliseconds() - began
        switch result {
        case .success: observe(.ended(milliseconds: elapsed))
        case .failure(let error): observe(.failed(error.code, status: nil, milliseconds: elapsed))
        }
        renewal.keep(result)
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
