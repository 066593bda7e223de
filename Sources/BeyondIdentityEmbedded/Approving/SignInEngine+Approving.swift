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
        let fields = [(name: "client_id", value: String?.some(configuration.clientID))]
        let session = try await begin(address.text, fields, connection)
        let prompt = configuration.biometricAskPrompt
        let proof = try await proof("browser", session, known, sentTo: address.text, [], prompt: prompt)
        let body = try await send(proof, session, to: address.text, known, connection)
        let credential = try await renewed(known, body)
        let question = try BrowserSignIn(body)
        let next = try AuthSession(body)
        guard case .number(let number)? = await picked(question, pick), question.choices.contains(number) else {
            try await refuse(next, at: address, connection)
            return .refused
        }
        let bound: [(name: String, value: String?)] = [("decision", "approve"), ("number", number)]
        let words = question.prompt(prompt, number: number)
        let assertion: String
        do {
            assertion = try await self.proof(
                "browser",
                next,
                credential,
                sentTo: address.decision,
                bound,
                prompt: words
            )
        } catch {
            // The page need not wait for a minute to hear that nobody agreed.
            try? await refuse(next, at: address, connection)
            guard error.code == .userCancelled else { throw error }
            return .refused
        }
        let answer: JSONObject
        do {
            answer = try await send(assertion, next, to: address.decision, credential, connection)
        } catch {
            guard error.mayHaveLostTheAnswer else { throw error }
            answer = try await sendAgain(after: error, address.decision, bound, words, credential, connection)
        }
        guard let outcome = BrowserSignInOutcome(rawValue: try answer.text("status")) else {
            throw .unreadable("status")
        }
        return outcome
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
        _ address: String,
        _ bound: [(name: String, value: String?)],
        _ prompt: String,
        _ credential: KeptCredential,
        _ connection: SignInConnection
    ) async throws(SignInError) -> JSONObject {
        do {
            let fields = [(name: "client_id", value: String?.some(configuration.clientID))]
            let session = try await begin(address, fields, connection)
            let assertion = try await proof("browser", session, credential, sentTo: address, bound, prompt: prompt)
            return try await send(assertion, session, to: address, credential, connection)
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
    fileprivate func prompt(_ prompt: String, number: String) -> String {
        let place = [browser, system].compactMap(\.self).joined(separator: ", ")
        return "\(prompt) — a browser\(place.isEmpty ? "" : " (\(place))") wants to sign in as you to "
            + "“\(clientName ?? tenantName)”. Agree only if its page shows the number \(number)."
    }
}
