import ChaveBase
import ChaveCredentialChain
import ChaveTransport
import ChaveWire

extension ExtensionRun {
    private enum Answer: Sendable {
        case signed([UInt8])
        case refused
        case failed(SignInError)
    }

    /// The approval for the server, with the same bytes in each attempt.
    struct Approval: Sendable {
        let pairing: String
        let body: JSONObject
    }

    enum Delivery: Sendable {
        /// The server answered, with the extension's status when the answer has one.
        case heard(ExtensionState.Status?)
        /// The approval may or may not have arrived.
        case unheard(Approval)
    }

    /// Lets the person decide on a device, and sends the decision to the server.
    ///
    /// - Throws: an error when the server asks for a signature that this device must not make, or when the keys do not
    ///   work. The server may also report that the user or the device is no longer valid.
    func answer(_ pairing: ExtensionState.Pairing) async throws(SignInError) -> Delivery {
        do {
            try requireSignable(pairing)
        } catch {
            await refuse(pairing)
            throw error
        }
        let limit = pairing.expiresInSeconds * 1_000
        switch await TimeLimit.run(limit, engine.clock, { await decide(pairing) }) {
        case .signed(let signature): return try await deliver(approval(of: pairing, signature))
        // Nobody answered. The server's own timeout counts that as a refusal too.
        case .refused, nil:
            await refuse(pairing)
            return .heard(nil)
        case .failed(let error):
            await refuse(pairing)
            throw error
        }
    }

    /// Checks the certificate to sign: same tenant and user, one step deeper, and no more than a device's rights.
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
        if let pick {
            let offer = PairingOffer(
                deviceName: pairing.deviceName,
                choices: pairing.choices,
                expiresInSeconds: pairing.expiresInSeconds
            )
            switch await pick(offer) {
            case .success(.number(pairing.matchNumber)): break
            case .success: return .refused
            case .failure(let error): return .failed(error)
            }
            // The extension was cancelled while the person picked: the key is not used.
            guard !Task.isCancelled else { return .refused }
        }
        guard let handle = credential.text(.keyHandle) else { return .failed(.damagedCredential) }
        do {
            return .signed(try await engine.sign(pairing.toBeSigned, with: handle, prompt: prompt(pairing)))
        } catch {
            return [.userCancelled, .cancelled].contains(error.code) ? .refused : .failed(error)
        }
    }

    /// The prompt's text, which quotes the device's name, because only the other device vouches for it.
    private func prompt(_ pairing: ExtensionState.Pairing) -> String {
        AskPrompt.joined(
            engine.configuration.biometricAskPrompt,
            PairingWords.prompt(
                deviceName: pairing.deviceName,
                number: pairing.matchNumber,
                in: engine.surroundings.language
            )
        )
    }

    private func approval(of pairing: ExtensionState.Pairing, _ signature: [UInt8]) -> Approval {
        var body = JSONObject()
        body["pairing_id"] = .string(pairing.id)
        body["match_number"] = .string(pairing.matchNumber)
        body["signature"] = .string(Base64.encode(signature))
        return Approval(pairing: pairing.id, body: body)
    }

    /// Sends the approval, unchanged in each retry: the server accepts the same approval twice.
    func deliver(_ approval: Approval) async throws(SignInError) -> Delivery {
        let response: HTTPResponse
        do {
            response = try await line.tell("approval", approval.body)
        } catch {
            guard error.isPassing else { throw error }
            engine.log(.error, "The approval may not have arrived: \(error.code).")
            return .unheard(approval)
        }
        if response.isSuccess { return .heard(ExtensionLine.status(response)) }
        let refusal = line.connection.refusal(response)
        guard !refusal.error.isPassing else { return .unheard(approval) }
        engine.log(.error, "The server did not take the approval: status \(response.status).")
        guard refusal.name == "access_denied" else { return .heard(nil) }
        throw try await engine.refused(refusal, credential)
    }

    /// Sends a refusal; a lost refusal is harmless, because the pairing expires anyway.
    private func refuse(_ pairing: ExtensionState.Pairing) async {
        var body = JSONObject()
        body["pairing_id"] = .string(pairing.id)
        _ = try? await line.tell("refusal", body)
    }
}
