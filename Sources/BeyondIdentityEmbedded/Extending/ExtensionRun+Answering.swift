import ChaveCredentialChain
import ChavePixModel
import ChaveTransport
import ChaveWire

extension ExtensionRun {
    private enum Answer: Sendable {
        case signed([UInt8])
        case refused
        case failed(SignInError)
    }

    /// Has the person decide on a device, and tells the server.
    ///
    /// - Throws: When the server wants something signed that this device must not sign, or the keys cannot be used.
    func answer(_ pairing: ExtensionState.Pairing) async throws(SignInError) {
        do {
            try requireSignable(pairing)
        } catch {
            await refuse(pairing)
            throw error
        }
        let limit = pairing.expiresInSeconds * 1_000
        switch await TimeLimit.run(limit, engine.clock, { await decide(pairing) }) {
        case .signed(let signature): await approve(pairing, signature)
        // Nobody answered: the server counts that as a refusal too, by its own clock.
        case .refused, nil: await refuse(pairing)
        case .failed(let error):
            await refuse(pairing)
            throw error
        }
    }

    /// Same tenant and user, one step deeper, no more than a device's rights.
    private func requireSignable(_ pairing: ExtensionState.Pairing) throws(SignInError) {
        do throws(ChainRefusal) {
            let now = Timestamp(microseconds: engine.clock.now())
            let subject = try ChildCertificate.check(toBeSigned: pairing.toBeSigned, under: chain, now: now)
            guard subject.tenant == chain.subject.tenant else { throw .wrongTenant }
            guard subject.user == chain.subject.user else {
                throw .wrongUser
            }
        } catch {
            throw SignInError(
                .untrustedChain,
                "The server wants a certificate signed that this device must not sign (\(error.rawValue))."
            )
        }
    }

    private func decide(_ pairing: ExtensionState.Pairing) async -> Answer {
        if let approval {
            let offer = PairingOffer(
                deviceName: pairing.deviceName,
                choices: pairing.choices,
                expiresInSeconds: pairing.expiresInSeconds
            )
            guard await approval.pick(offer) == .number(pairing.matchNumber) else { return .refused }
        }
        guard let handle = credential.text(.keyHandle) else { return .failed(.damagedCredential) }
        do {
            return .signed(try await engine.sign(pairing.toBeSigned, with: handle, prompt: prompt(pairing)))
        } catch {
            return [.userCancelled, .cancelled].contains(error.code) ? .refused : .failed(error)
        }
    }

    /// The device's name stands in quotation marks, for it is the other device's word alone.
    private func prompt(_ pairing: ExtensionState.Pairing) -> String {
        "\(engine.configuration.biometricAskPrompt) — a new device, “\(pairing.deviceName)”, wants to sign in as you. "
            + "Agree only if it shows the number \(pairing.matchNumber)."
    }

    private func approve(_ pairing: ExtensionState.Pairing, _ signature: [UInt8]) async {
        var body = JSONObject()
        body["pairing_id"] = .string(pairing.id)
        body["match_number"] = .string(pairing.matchNumber)
        body["signature"] = .string(Base64.encode(signature))
        await tell("approval", body)
    }

    private func refuse(_ pairing: ExtensionState.Pairing) async {
        var body = JSONObject()
        body["pairing_id"] = .string(pairing.id)
        await tell("refusal", body)
    }

    /// What came of it shows in the state, which is read next.
    private func tell(_ what: String, _ body: JSONObject) async {
        let call = SignInCall(method: .post, url: "\(address)/\(what)", body: .json(body), bearer: token)
        do {
            let response = try await connection.send(call)
            if !response.isSuccess {
                engine.log(.error, "The server did not take the \(what): status \(response.status).")
            }
        } catch {
            engine.log(.error, "The \(what) may not have arrived: \(error.code).")
        }
    }
}
