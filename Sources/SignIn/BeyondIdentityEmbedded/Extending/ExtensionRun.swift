import ChaveCredentialChain
import ChaveTransport

/// One extension, from its first code to its end.
struct ExtensionRun: Sendable {
    /// Without an answer for so long, contact is lost for good: the server has replaced the code meanwhile.
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
        /// An approval of which nobody knows whether it arrived.
        var unheard: Approval?
    }

    /// True when the other device has its credential.
    ///
    /// - Throws: `.cancelled`, and what makes it pointless to go on.
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

    /// Each pairing is decided once; an approval that may not have arrived is sent again as it was.
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
        // The version that was seen is over by our own answer.
        if delivery != nil { seen.tag = nil }
        return delivery
    }

    /// Asks until there is another state, over gaps in the connection.
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
