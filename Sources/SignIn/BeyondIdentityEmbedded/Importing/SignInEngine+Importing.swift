import ChaveBase
import ChaveCredentialChain
import ChaveTransport
import ChaveWire

extension SignInEngine {
    /// Makes a key, gets it certified by the first device, and stores the credential.
    ///
    /// `show` receives the number that identifies this device on the other one. The same digits resume a claim that was
    /// left because the app ended or the connection was lost.
    func importCredential(
        _ token: CredentialToken,
        show: @Sendable (MatchNumber) -> Void
    ) async throws(SignInError) -> [Credential] {
        guard let digits = token.digits else {
            throw SignInError(.invalidParameters, "The code has nine digits; spaces and hyphens may stand between.")
        }
        let connection = try connection()
        let purpose = PendingKey.purpose(.digits, digits, at: connection.base)
        var pending = try await pendingKey(.digits, for: purpose)
        let body: JSONObject
        if let known = pending.claim { body = known } else { body = try await claim(digits, pending.key, connection) }
        let line = try ClaimLine(body, connection, clock)
        if pending.claim == nil {
            // The claim is stored before anybody can approve it: an app that ends now finds its credential again.
            pending.claim = body
            try vault.keep(pending: pending)
        }
        show(line.number)
        let bound = try await outcome(of: line)
        let credential = try await adopt(bound, pending.key)
        try vault.removePending(.digits)
        return [credential]
    }

    /// Waits for the first device; when the wait is given up, the server's answer decides how the claim ended.
    private func outcome(of line: ClaimLine) async throws(SignInError) -> BoundCredential {
        do {
            return try await line.untilAnswered()
        } catch {
            switch error {
            case .ended(let error):
                try forgetPending(.digits)
                throw error
            case .unsettled(let error):
                switch await line.giveUp() {
                case .approved(let bound): return bound
                case .refused: try forgetPending(.digits)
                // The outcome is unknown. A later call with the same digits asks for it again.
                case .pending, nil: break
                }
                throw error
            }
        }
    }

    /// Sends the claim; it is safe to repeat, since the same key and code get the same answer.
    private func claim(
        _ digits: String,
        _ key: NewKey,
        _ connection: SignInConnection
    ) async throws(SignInError) -> JSONObject {
        var body = JSONObject()
        body["client_id"] = .string(configuration.clientID)
        body["code"] = .string(digits)
        body["csr"] = .string(Base64.encode(key.request))
        body["device_name"] = .string(key.deviceName)
        var works = 0
        while true {
            let response = try await sendClaim(body, connection)
            guard !response.isSuccess else { return try SignInConnection.object(of: response) }
            let refusal = connection.refusal(response)
            // Wrong codes of other devices may raise the work meanwhile, so the number of attempts has a limit.
            guard refusal.name == "proof_of_work_required", works < ProofOfWork.mostTimes else {
                if refusal.isFinal { try forgetPending(.digits) }
                throw SignInEngine.claimError(refusal)
            }
            works += 1
            let digest = KeyDigest.of(key.publicKey)
            body["proof_of_work"] = .string(try await ProofOfWork(refusal.body).solution(for: digest))
        }
    }

    /// Sends the claim, and sends it again only without an answer: a server that asks for a delay after wrong codes
    /// gets it.
    private func sendClaim(
        _ body: JSONObject,
        _ connection: SignInConnection
    ) async throws(SignInError) -> HTTPResponse {
        let call = SignInCall(method: .post, url: connection.address("/v2/extension-claims"), body: .json(body))
        let retries = surroundings.retries
        var retry = 0
        while true {
            do {
                return try await connection.send(call)
            } catch {
                guard [.notConnected, .timedOut].contains(error.code), retry < retries.maximumRetries else {
                    throw error
                }
                retry += 1
            }
            let jitter = Double(surroundings.random(1).first ?? 0) / 256
            let pause = retries.delayMilliseconds(retry: retry, retryAfterMilliseconds: nil, jitter: jitter)
            do { try await clock.sleep(pause) } catch { throw .cancelledCall }
        }
    }

    private static func claimError(_ refusal: Refusal) -> SignInError {
        switch refusal.name {
        case "invalid_code": refusal.error(.invalidCode, "The code is wrong, used or too old; read it once more.")
        case "slow_down": refusal.error(.rateLimited, "Too many wrong codes came from here; wait before the next.")
        case "proof_of_work_required":
            refusal.error(.rateLimited, "The server asks for more and more work; try again in some minutes.")
        default: refusal.credentialState?.refusal ?? refusal.error
        }
    }
}
