import ChaveCredentialChain
import ChaveTransport
import ChaveWire

/// One extension, from its first code to its end.
struct ExtensionRun: Sendable {
    /// Without an answer for so long, contact is lost for good: the server has replaced the code meanwhile.
    static let patienceMilliseconds: Int64 = 120_000
    private static let heldSeconds: Int64 = 25
    private static let pauseMilliseconds: Int64 = 2_000

    let engine: SignInEngine
    let connection: SignInConnection
    let credential: KeptCredential
    let chain: VerifiedChain
    let address: String
    let token: String
    let first: ExtensionState
    let approval: PairingApproval?
    let report: @Sendable (ExtendCredentialsStatus) -> Void

    static func address(_ body: JSONObject, _ connection: SignInConnection) throws(SignInError) -> String {
        connection.address("/v2/extensions/\(PercentEncoding.encode(try body.text("extension_id")))")
    }

    private struct Seen {
        var state: ExtensionState
        var tag: String?
        var code: String?
        var answered: Set<String> = []
    }

    /// True when the other device has its credential.
    ///
    /// - Throws: `.cancelled`, and what makes it pointless to go on.
    func untilEnd() async throws(SignInError) -> Bool {
        var seen = Seen(state: first)
        while true {
            switch seen.state.status {
            case .done: return true
            case .aborted: return false
            case .offering, .pairing: break
            }
            show(&seen)
            guard !Task.isCancelled else { throw .cancelledCall }
            if let pairing = seen.state.pairing, seen.answered.insert(pairing.id).inserted {
                try await answer(pairing)
                // The version that was seen is over by our own answer.
                seen.tag = nil
            }
            try await next(&seen)
        }
    }

    /// Tells the server that nothing more comes; whether it hears it or not, the codes end by themselves.
    func giveUp() async {
        let call = SignInCall(method: .delete, url: address, bearer: token, isSafeToRepeat: true)
        // On its own, because the task that ran the extension may be cancelled.
        await Task { _ = try? await connection.send(call) }.value
    }

    private func show(_ seen: inout Seen) {
        guard let code = seen.state.code, code != seen.code else { return }
        let isFirst = seen.code == nil
        seen.code = code
        let token = CredentialToken(value: code)
        let picture = engine.surroundings.qrCode(code)
        report(isFirst ? .started(token, picture) : .tokenUpdated(token, picture))
    }

    /// Asks until there is another state, over gaps in the connection.
    private func next(_ seen: inout Seen) async throws(SignInError) {
        let clock = engine.clock
        var heard = clock.uptimeMilliseconds()
        while true {
            let began = clock.uptimeMilliseconds()
            var pause = ExtensionRun.pauseMilliseconds
            do {
                if let (state, tag) = try await ask(seen.tag) {
                    let isNews = state != seen.state
                    seen.state = state
                    seen.tag = tag
                    if isNews { return }
                }
                heard = clock.uptimeMilliseconds()
                // A server that held its answer is asked again at once.
                if heard - began >= 1_000 { pause = 0 }
            } catch {
                guard error.isPassing, clock.uptimeMilliseconds() - heard < ExtensionRun.patienceMilliseconds else {
                    throw error
                }
                pause = max(pause, min(error.retryAfterMilliseconds ?? 0, 30_000))
            }
            do { try await clock.sleep(pause) } catch { throw .cancelledCall }
        }
    }

    /// The state, or `nil` when it is still the one that `tag` names.
    private func ask(_ tag: String?) async throws(SignInError) -> (ExtensionState, String?)? {
        let response = try await connection.send(
            SignInCall(
                method: .get,
                url: address,
                bearer: token,
                knownTag: tag,
                preferredWaitSeconds: ExtensionRun.heldSeconds
            )
        )
        if response.status == 304 { return nil }
        guard response.isSuccess else { throw connection.refusal(response).error }
        return (try ExtensionState(SignInConnection.object(of: response)), response.headers["ETag"])
    }
}
