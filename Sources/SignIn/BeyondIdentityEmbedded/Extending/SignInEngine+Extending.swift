import ChaveCredentialChain
import ChaveTransport
import ChaveWire

extension SignInEngine {
    /// How an extension ended.
    enum ExtensionEnd: Sendable {
        case done
        case aborted
        /// It never began.
        case failed(SignInError)
    }

    /// Offers a credential to a second device until that has one, or nothing more can come of it.
    ///
    /// `report` hears of codes only; what is thrown before the first code is the end's own.
    func extend(
        _ handles: [Credential.Handle],
        _ pick: PairingPick?,
        report: @escaping @Sendable (ExtendCredentialsStatus) -> Void
    ) async -> ExtensionEnd {
        let run: ExtensionRun
        do {
            run = try await openExtension(handles, pick, report)
        } catch {
            return error.code == .cancelled ? .aborted : .failed(error)
        }
        do {
            return try await run.untilEnd() ? .done : .aborted
        } catch {
            log(.error, "The extension was given up: \(error.code).")
            // The other device may have its credential already: what is told is how it truly ended.
            return await run.line.giveUp() == .done ? .done : .aborted
        }
    }

    private func openExtension(
        _ handles: [Credential.Handle],
        _ pick: PairingPick?,
        _ report: @escaping @Sendable (ExtendCredentialsStatus) -> Void
    ) async throws(SignInError) -> ExtensionRun {
        let credential = try extendable(handles)
        let connection = try connection()
        let address = connection.address("/v2/extensions")
        let session = try await begin(address, [("client_id", configuration.clientID)], connection)
        guard try self.credential(for: session).tenant == credential.tenant else { throw .credentialNotFound }
        let prompt = configuration.biometricAskPrompt
        let assertion = try await proof("extension", session, credential, sentTo: address, [], prompt: prompt)
        let body = try await send(assertion, session, to: address, credential, connection)
        let line = ExtensionLine(
            address: try ExtensionLine.address(body, connection),
            token: try body.text("extension_token"),
            connection: connection,
            clock: clock
        )
        do {
            let credential = try await renewed(credential, body)
            return ExtensionRun(
                engine: self,
                line: line,
                credential: credential,
                chain: try await chain(of: credential),
                first: try ExtensionState(body),
                pick: pick,
                report: report
            )
        } catch {
            // It is open at the server, and nobody would ever ask for it again.
            _ = await line.giveUp()
            throw error
        }
    }

    /// The one credential that the handles name.
    private func extendable(_ handles: [Credential.Handle]) throws(SignInError) -> KeptCredential {
        guard let handle = handles.first else { throw .credentialNotFound }
        guard handles.allSatisfy({ $0 == handle }) else {
            throw SignInError(.invalidParameters, "One credential is extended at a time.")
        }
        guard let credential = try vault.credential(of: handle.value) else { throw .credentialNotFound }
        return credential
    }
}
