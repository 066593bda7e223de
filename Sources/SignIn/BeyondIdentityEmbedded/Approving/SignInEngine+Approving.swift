import ChaveDeviceKeys
import ChaveTransport
import ChaveWire
import Foundation

extension SignInEngine {
    /// Asks who wants to be signed in, has the person pick, and tells the server.
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
            // The page need not wait for a minute to hear that nobody agreed.
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

    /// Proves who this is, and hears who asks.
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

    /// The server's answer, asked for once more where it may have been lost.
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

    /// The credential whose issuer's address it is.
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

    /// `nil` where nobody picked in time.
    private func picked(
        _ question: BrowserSignIn,
        _ pick: @escaping @Sendable (BrowserSignIn) async -> PairingAnswer
    ) async -> PairingAnswer? {
        await TimeLimit.run(question.expiresInSeconds * 1_000, clock) { await pick(question) }
    }

    /// Asks once more for the answer that was lost, by a session of its own, for the first may be spent.
    ///
    /// The same approval again has the same answer while the page has not gone on. Where nothing is learnt, what is thrown
    /// is that the answer was lost.
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

    /// The session is this device's own secret, so that nobody is asked for a finger to say no.
    private func refuse(
        _ session: AuthSession,
        at address: BrowserAddress,
        _ connection: SignInConnection
    ) async throws(SignInError) {
        let fields: [(name: String, value: String?)] = [
            ("client_id", configuration.clientID), ("auth_session", session.session), ("decision", "refuse"),
        ]
        let call = SignInCall(method: .post, url: address.decision, body: .form(fields))
        // What the server cannot be told it finds out by itself, a minute later.
        _ = try await connection.send(call)
    }
}

/// What the person has agreed to, the same in each proof of it.
private struct BrowserDecision {
    let address: String
    let bound: [(name: String, value: String?)]
    let prompt: String
}

extension SignInError {
    /// Whether the server may have done what it was asked.
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

    /// Who asks stands in quotation marks: it is what somebody called themselves.
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
