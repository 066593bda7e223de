import ChaveCredentialChain
import ChaveTransport
import ChaveWire

extension SignInEngine {
    /// The end of an extension.
    enum ExtensionEnd: Sendable {
        case done
        case aborted
        /// The extension never began.
        case failed(SignInError)
    }

    /// Offers a credential to a second device until the device has one, or until it cannot get one any more.
    ///
    /// `report` receives codes only. An error before the first code becomes the end.
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
            // The other device may have its credential already: the result is the server's status at the end.
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
            // The extension is open at the server, and no code would ever poll it again.
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

/// The status of an extension to a second device.
///
/// `.started` comes once and first, `.tokenUpdated` with each new code, and `.done` or `.aborted` once and last.
public enum ExtendCredentialsStatus: Sendable {
    /// The extension was cancelled, refused too often, or timed out.
    case aborted
    /// The app shows the digits, the QR code or both; the code is `nil` when the configuration makes none.
    case started(CredentialToken, QRCode?)
    /// The app shows the new digits; the earlier ones are no longer valid.
    case tokenUpdated(CredentialToken, QRCode?)
    /// The other device has its credential.
    case done
}
