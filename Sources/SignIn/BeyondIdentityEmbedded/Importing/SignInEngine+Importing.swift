import ChaveBase
import ChaveCredentialChain
import ChaveTransport
import ChaveWire

extension SignInEngine {
    /// Makes a key, has the first device certify it, and keeps the credential.
    ///
    /// `show` is called with the number by which the person recognises this device on the other one. The same digits again
    /// take up a claim that was left, by an app that ended or a connection that was lost.
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
            // Before anybody can approve it, so that an app that ends now finds its credential again.
            pending.claim = body
            try vault.keep(pending: pending)
        }
        show(line.number)
        let bound = try await outcome(of: line)
        let credential = try await adopt(bound, pending.key)
        try vault.removePending(.digits)
        return [credential]
    }

    /// Waits for the first device; a wait that is given up is told to the server, whose word on the end is the true one.
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
                // What became of it is not known; the same digits ask for it again.
                case .pending, nil: break
                }
                throw error
            }
        }
    }

    /// The server's answer to the claim: repeated where none comes, since the same key and code have the same answer.
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
            // Each wrong code of another device in the meantime may ask for more work, but not for ever.
            guard refusal.name == "proof_of_work_required", works < ProofOfWork.mostTimes else {
                if refusal.isFinal { try forgetPending(.digits) }
                throw SignInEngine.claimError(refusal)
            }
            works += 1
            let digest = KeyDigest.of(key.publicKey)
            body["proof_of_work"] = .string(try await ProofOfWork(refusal.body).solution(for: digest))
        }
    }

    /// Sent again where no answer comes, and only there: a server that asks for patience, after wrong codes, gets it.
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
