import ChaveCredentialChain
import ChaveTransport
import ChaveWire

extension SignInEngine {
    private static let heldSeconds: Int64 = 25
    private static let pauseMilliseconds: Int64 = 2_000

    /// Makes a key, has the first device certify it, and keeps the credential.
    ///
    /// `show` is called once with the number by which the person recognises this device on the other one.
    func importCredential(
        _ token: CredentialToken,
        show: @Sendable (MatchNumber) -> Void
    ) async throws(SignInError) -> [Credential] {
        guard let digits = token.digits else {
            throw SignInError(.invalidParameters, "The code has nine digits; spaces and hyphens may stand between.")
        }
        let connection = try connection()
        let key = try await newKey(prompt: configuration.biometricAskPrompt)
        do {
            let claim = try await claim(digits, key, connection)
            show(claim.number)
            let bound = try await answer(to: claim, connection)
            return [try await adopt(bound, key)]
        } catch {
            try? deleteKey(key.handle)
            throw error
        }
    }

    private struct Claim {
        let address: String
        let token: String
        let number: MatchNumber
        let expiresInSeconds: Int64
    }

    private func claim(
        _ digits: String,
        _ key: NewKey,
        _ connection: SignInConnection
    ) async throws(SignInError) -> Claim {
        var body = JSONObject()
        body["client_id"] = .string(configuration.clientID)
        body["code"] = .string(digits)
        body["csr"] = .string(Base64.encode(key.request))
        body["device_name"] = .string(surroundings.deviceName)
        var response = try await send(body, connection)
        let refusal = connection.refusal(response)
        if !response.isSuccess, refusal.name == "proof_of_work_required" {
            let digest = KeyDigest.of(key.publicKey)
            body["proof_of_work"] = .string(try await ProofOfWork(refusal.body).solution(for: digest))
            response = try await send(body, connection)
        }
        guard response.isSuccess else { throw SignInEngine.claimError(connection.refusal(response)) }
        return try claim(SignInConnection.object(of: response), connection)
    }

    /// Not repeated: a code is used once, and each wrong one counts.
    private func send(_ body: JSONObject, _ connection: SignInConnection) async throws(SignInError) -> HTTPResponse {
        try await connection.send(
            SignInCall(method: .post, url: connection.address("/v2/extension-claims"), body: .json(body))
        )
    }

    private func claim(_ body: JSONObject, _ connection: SignInConnection) throws(SignInError) -> Claim {
        Claim(
            address: connection.address("/v2/extension-claims/\(PercentEncoding.encode(try body.text("claim_id")))"),
            token: try body.text("claim_token"),
            number: MatchNumber(
                text: try MatchNumber.text(body["match_number"]),
                tenantName: PrintableText.line(body["profile"]?["name"]?.string ?? "")
            ),
            expiresInSeconds: min(try body.count("expires_in"), 3_600)
        )
    }

    private static func claimError(_ refusal: Refusal) -> SignInError {
        switch refusal.name {
        case "invalid_code": refusal.error(.invalidCode, "The code is wrong, used or too old; read it once more.")
        case "slow_down": refusal.error(.rateLimited, "Too many wrong codes came from here; wait before the next.")
        default: refusal.error
        }
    }

    /// Waits for the first device, a little longer than the server gives it.
    private func answer(to claim: Claim, _ connection: SignInConnection) async throws(SignInError) -> BoundCredential {
        let deadline = clock.uptimeMilliseconds() + claim.expiresInSeconds * 1_000 + 15_000
        var tag: String?
        while true {
            let began = clock.uptimeMilliseconds()
            var pause = SignInEngine.pauseMilliseconds
            do {
                let response = try await connection.send(
                    SignInCall(
                        method: .get,
                        url: claim.address,
                        bearer: claim.token,
                        knownTag: tag,
                        preferredWaitSeconds: SignInEngine.heldSeconds
                    )
                )
                if let bound = try approved(response, connection) { return bound }
                if response.status != 304 { tag = response.headers["ETag"] }
                if clock.uptimeMilliseconds() - began >= 1_000 { pause = 0 }
            } catch {
                guard error.isPassing else { throw error }
                pause = max(pause, min(error.retryAfterMilliseconds ?? 0, 30_000))
            }
            guard clock.uptimeMilliseconds() + pause < deadline else {
                throw SignInError(.refusedByOtherDevice, "The other device did not answer in time.")
            }
            do { try await clock.sleep(pause) } catch { throw .cancelledCall }
        }
    }

    /// `nil` while the first device has not answered.
    private func approved(
        _ response: HTTPResponse,
        _ connection: SignInConnection
    ) throws(SignInError) -> BoundCredential? {
        if response.status == 304 { return nil }
        guard response.isSuccess else { throw connection.refusal(response).error }
        let body = try SignInConnection.object(of: response)
        switch try body.text("status") {
        case "pending": return nil
        case "approved":
            guard let credential = body["credential"]?.object else { throw .unreadable("credential") }
            return try BoundCredential(credential)
        case "refused": throw SignInError(.refusedByOtherDevice, "The other device refused.")
        default: throw .unreadable("status")
        }
    }
}
