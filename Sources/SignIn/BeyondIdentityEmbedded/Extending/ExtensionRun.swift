import ChaveCredentialChain
import ChaveTransport

/// One extension, from its first code to its end.
struct ExtensionRun: Sendable {
    /// After this time without an answer the extension ends: the server has replaced the code meanwhile.
    static let patienceMilliseconds: Int64 = 120_000

    let engine: SignInEngine
    let line: ExtensionLine
    let credential: KeptCredential
    let chain: VerifiedChain
    let first: ExtensionState
    let pick: PairingPick?
    let report: @Sendable (ExtendCredentialsStatus) -> Void

    private struct Seen {
        var state: ExtensionState
        var tag: String?
        var code: String?
        var answered: Set<String> = []
        /// An approval that may not have arrived.
        var unheard: Approval?
    }

    /// Runs until the end and returns whether the other device has its credential.
    ///
    /// - Throws: `.cancelled`, and errors that make it pointless to continue.
    func untilEnd() async throws(SignInError) -> Bool {
        var seen = Seen(state: first)
        while true {
            if let end = seen.state.status.isSuccess { return end }
            show(&seen)
            guard !Task.isCancelled else { throw .cancelledCall }
            if let pairing = seen.state.pairing {
                let delivery = try await answered(pairing, &seen)
                if case .heard(let status?) = delivery, let end = status.isSuccess { return end }
            }
            try await next(&seen)
        }
    }

    private func show(_ seen: inout Seen) {
        guard let code = seen.state.code, code != seen.code else { return }
        let isFirst = seen.code == nil
        seen.code = code
        let token = CredentialToken(value: code)
        let picture = engine.surroundings.qrCode(code)
        report(isFirst ? .started(token, picture) : .tokenUpdated(token, picture))
    }

    /// Answers a pairing; the person decides once, and an approval that may be lost is sent again unchanged.
    private func answered(
        _ pairing: ExtensionState.Pairing,
        _ seen: inout Seen
    ) async throws(SignInError) -> Delivery? {
        var delivery: Delivery?
        if seen.answered.insert(pairing.id).inserted {
            delivery = try await answer(pairing)
        } else if let unheard = seen.unheard, unheard.pairing == pairing.id {
            delivery = try await deliver(unheard)
        }
        seen.unheard = nil
        if case .unheard(let approval) = delivery { seen.unheard = approval }
        // This device's own answer has changed the state, so the known version is out of date.
        if delivery != nil { seen.tag = nil }
        return delivery
    }

    /// Polls until the state changes, also across gaps in the connection.
    private func next(_ seen: inout Seen) async throws(SignInError) {
        let clock = engine.clock
        var heard = clock.uptimeMilliseconds()
        while true {
            let began = clock.uptimeMilliseconds()
            let known = seen.tag
            var pause = ReadingPace.pauseMilliseconds
            do {
                if let (state, tag) = try await line.ask(seen.tag) {
                    let isNews = state != seen.state || seen.unheard != nil
                    seen.state = state
                    seen.tag = tag
                    if isNews { return }
                }
                heard = clock.uptimeMilliseconds()
                pause = ReadingPace(knownTag: known, nextTag: seen.tag, tookMilliseconds: heard - began).pause
            } catch {
                guard error.isPassing, clock.uptimeMilliseconds() - heard < ExtensionRun.patienceMilliseconds else {
                    throw error
                }
                pause = max(pause, min(error.retryAfterMilliseconds ?? 0, 30_000))
            }
            do { try await clock.sleep(pause) } catch { throw .cancelledCall }
        }
    }
}
