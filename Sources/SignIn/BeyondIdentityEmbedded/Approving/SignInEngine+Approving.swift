import ChaveDeviceKeys
import ChaveTransport
import ChaveWire
import Foundation

extension SignInEngine {
    /// Asks the server who wants to be signed in, lets the person pick, and sends the decision.
    func approve(
        _ url: URL,
        _ pick: @escaping @Sendable (BrowserSignIn) async -> PairingAnswer
    ) async throws(SignInError) -> BrowserSignInOutcome {
        let connection = try connection()
        let (address, known) = try place(of: url, connection)
        let seen = try await look(at: address, known, connection)
        let question = seen.question
        guard case .number(let number)? = await picked(question, pick), question.choices.contains(number) else {
            try await refuse(seen.next, at: address, connection)
            return .refused
        }
        let decision = BrowserDecision(
            address: address.decision,
            bound: [("decision", "approve"), ("number", number)],
            prompt: question.prompt(configuration.biometricAskPrompt, number: number, in: surroundings.language)
        )
        let assertion: String
        do {
            assertion = try await proof(of: decision, seen.next, seen.credential)
        } catch {
            // The refusal saves the page a wait of one minute.
            try? await refuse(seen.next, at: address, connection)
            guard error.code == .userCancelled else { throw error }
            return .refused
        }
        let answer = try await deliver(assertion, seen.next, decision, seen.credential, connection)
        guard let outcome = BrowserSignInOutcome(rawValue: try answer.text("status")) else {
            throw .unreadable("status")
        }
        return outcome
    }

    /// Sends a proof of this device's credential, and receives the question.
    private func look(
        at address: BrowserAddress,
        _ known: KeptCredential,
        _ connection: SignInConnection
    ) async throws(SignInError) -> (question: BrowserSignIn, next: AuthSession, credential: KeptCredential) {
        let session = try await begin(address.text, clientField, connection)
        let prompt = configuration.biometricAskPrompt
        let proof = try await proof("browser", session, known, sentTo: address.text, [], prompt: prompt)
        let body = try await send(proof, session, to: address.text, known, connection)
        let credential = try await renewed(known, body)
        return (try BrowserSignIn(body), try AuthSession(body), credential)
    }

    private var clientField: [(name: String, value: String?)] { [("client_id", configuration.clientID)] }

    private func proof(
        of decision: BrowserDecision,
        _ session: AuthSession,
        _ credential: KeptCredential
    ) async throws(SignInError) -> String {
        try await proof(
            "browser",
            session,
            credential,
            sentTo: decision.address,
            decision.bound,
            prompt: decision.prompt
        )
    }

    /// Sends the approval and returns the server's answer; sends it once more when the answer may be lost.
    private func deliver(
        _ assertion: String,
        _ session: AuthSession,
        _ decision: BrowserDecision,
        _ credential: KeptCredential,
        _ connection: SignInConnection
    ) async throws(SignInError) -> JSONObject {
        do {
            return try await send(assertion, session, to: decision.address, credential, connection)
        } catch {
            guard error.mayHaveLostTheAnswer else { throw error }
            return try await sendAgain(after: error, decision, credential, connection)
        }
    }

    /// Finds the credential whose issuer the address belongs to.
    private func place(
        of url: URL,
        _ connection: SignInConnection
    ) throws(SignInError) -> (BrowserAddress, KeptCredential) {
        let credentials = try vault.credentials()
        guard !credentials.isEmpty else { throw .credentialNotFound }
        for credential in credentials {
            let issuer = connection.issuer(of: credential.tenant)
            if let address = try? BrowserAddress(url, issuer: issuer) { return (address, credential) }
        }
        throw BrowserAddress.unexpected
    }

    /// The person's answer; `nil` when nobody picked in time.
    private func picked(
        _ question: BrowserSignIn,
        _ pick: @escaping @Sendable (BrowserSignIn) async -> PairingAnswer
    ) async -> PairingAnswer? {
        await TimeLimit.run(question.expiresInSeconds * 1_000, clock) { await pick(question) }
    }

    /// Sends the approval again in a new session, because the first session may be spent.
    ///
    /// The same approval gets the same answer while the page has not gone on. When the server refuses the retry or the
    /// person cancels it, the outcome stays unknown. The function then throws `lost`: the first answer was lost.
    private func sendAgain(
        after lost: SignInError,
        _ decision: BrowserDecision,
        _ credential: KeptCredential,
        _ connection: SignInConnection
    ) async throws(SignInError) -> JSONObject {
        do {
            let session = try await begin(decision.address, clientField, connection)
            let assertion = try await proof(of: decision, session, credential)
            return try await send(assertion, session, to: decision.address, credential, connection)
        } catch {
            throw error.code == .refused || error.code == .userCancelled ? lost : error
        }
    }

    /// Sends a refusal, which needs no proof by the person: the session is this device's own secret.
    private func refuse(
        _ session: AuthSession,
        at address: BrowserAddress,
        _ connection: SignInConnection
    ) async throws(SignInError) {
        let fields: [(name: String, value: String?)] = [
            ("client_id", configuration.clientID), ("auth_session", session.session), ("decision", "refuse"),
        ]
        let call = SignInCall(method: .post, url: address.decision, body: .form(fields))
        // A lost refusal has no effect: the server ends the request itself after a minute.
        _ = try await connection.send(call)
    }
}

/// The decision that the person has agreed to, the same in each proof.
private struct BrowserDecision {
    let address: String
    let bound: [(name: String, value: String?)]
    let prompt: String
}

extension SignInError {
    /// Whether the server may have carried out the request although no answer arrived.
    fileprivate var mayHaveLostTheAnswer: Bool { [.timedOut, .notConnected, .serverUnavailable].contains(code) }
}

extension BrowserSignIn {
    fileprivate init(_ body: JSONObject) throws(SignInError) {
        let choices = (body["choices"]?.array ?? []).compactMap(\.string)
        let areNumbers = choices.allSatisfy { $0.utf8.count == 2 && $0.utf8.allSatisfy { (0x30...0x39).contains($0) } }
        guard choices.count == 3, Set(choices).count == 3, areNumbers else { throw .unreadable("choices") }
        self.init(
            tenantName: PrintableText.line(try body.text("tenant_name")),
            clientName: body["client_name"]?.string.map(PrintableText.line),
            browser: body["browser"]?.string.map(PrintableText.line),
            system: body["system"]?.string.map(PrintableText.line),
            choices: choices,
            expiresInSeconds: min(try body.count("expires_in"), 120)
        )
    }

    /// The prompt's text, which quotes the name of the caller: nobody has checked this name.
    fileprivate func prompt(_ prompt: String, number: String, in language: SpokenLanguage) -> String {
        let names = [browser, system].compactMap(\.self).joined(separator: ", ")
        let place = names.isEmpty ? "" : " (\(names))"
        let client = clientName ?? tenantName
        let sentence = SpokenText(
            "um navegador\(place) quer entrar como você em “\(client)”. "
                + "Aceite só se a página dele mostrar o número \(number).",
            "a browser\(place) wants to sign in as you to “\(client)”. "
                + "Agree only if its page shows the number \(number)."
        )
        return AskPrompt.joined(prompt, sentence.text(in: language))
    }
}
