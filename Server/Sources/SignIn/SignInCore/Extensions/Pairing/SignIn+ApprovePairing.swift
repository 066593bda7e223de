import ChaveBase
import ChaveWire
public import SignInModel

/// The first device's message after its person has agreed.
public struct PairingApproval: Hashable, Sendable {
    public var pairing: String
    /// The number that the person picked, or agreed to.
    public var number: MatchNumber
    /// ECDSA with SHA-256 over the bytes to be signed, DER.
    public var signature: [UInt8]

    public init(pairing: String, number: MatchNumber, signature: [UInt8]) {
        self.pairing = pairing
        self.number = number
        self.signature = signature
    }
}

extension SignIn {
    /// Records the second device's credential and ends both sides, in one commit.
    ///
    /// A wrong number refuses the pairing, and the state shows it; the same approval again gives the same state.
    ///
    /// - Throws: `access_denied` with the credential's state where the first device may no longer act for its user,
    ///   which ends the extension. `invalid_grant` where the signature is wrong, which changes nothing.
    public func approvePairing(
        _ approval: PairingApproval,
        of id: String,
        token: String,
        tenant: TenantID?,
        certificates: some ExtensionCertificates
    ) async throws -> ExtensionView {
        let answer = try await records.changing { [self] in
            try await decided(approval, of: id, token: token, tenant, certificates)
        }
        return try answer.get()
    }

    private typealias ApprovalAnswer = Result<ExtensionView, OAuthError>

    private func decided(
        _ approval: PairingApproval,
        of id: String,
        token: String,
        _ tenant: TenantID?,
        _ certificates: some ExtensionCertificates
    ) async throws -> (change: RecordChange, answer: ApprovalAnswer) {
        let session = try await extensionSession(id, token: token, tenant: tenant)
        let line = try await exporterLine(of: session.record)
        let now = world.deadlineNow()
        let step = try received(approval, session.record, at: now)
        guard case .recordChild(let pairing)? = step.effects.first else {
            var record = session.record
            record.state = step.next
            return success(moved(session, to: try looked(at: record, token: token, at: now), token: token, at: now))
        }
        if let refusal = try await refusal(of: pairing, line) {
            let event = refusal == .keyInUse ? ExtensionEvent.refusal(pairing: pairing.id) : .exporterEnded
            let ended = try session.record.state.receiving(event, at: now, policy.extensions).next
            return (moved(session, to: ended, token: token, at: now).change, .failure(refusal))
        }
        var (change, view) = moved(session, to: step.next, token: token, at: now)
        let child = try await child(pairing, of: session.record, line, signature: approval.signature, certificates)
        change.insert(child)
        note(.credentialExtended, child.tenant, user: child.user, credential: child.id, in: &change)
        line.touch(in: &change)
        return (change, .success(view))
    }

    private func received(
        _ approval: PairingApproval,
        _ session: ExtensionSession,
        at now: Timestamp
    ) throws(OAuthError) -> ExtensionState.Step {
        do {
            let event = ExtensionEvent.approval(pairing: approval.pairing, picked: approval.number)
            return try session.state.receiving(event, at: now, policy.extensions)
        } catch {
            throw .pairingEnded
        }
    }

    /// The reason why the child may not be recorded although the person agreed.
    private func refusal(of pairing: PendingPairing, _ line: ExporterLine) async throws -> OAuthError? {
        if let ending = line.ending { return ending.refusal }
        guard line.mayHaveChildren else { return .tooDeep }
        let index = RecordedCredential.index(key: pairing.device.keyDigest)
        return try await records.find(RecordedCredential.self, by: index, of: line.tenant) == nil ? nil : .keyInUse
    }

    private func child(
        _ pairing: PendingPairing,
        of session: ExtensionSession,
        _ line: ExporterLine,
        signature: [UInt8],
        _ certificates: some ExtensionCertificates
    ) async throws -> RecordedCredential {
        let certificate: [UInt8]
        do {
            certificate = try await certificates.assembled(
                pairing.toBeSigned,
                signature: signature,
                under: line.certificates
            )
        } catch {
            throw error.answer
        }
        return RecordedCredential(
            tenant: session.tenant,
            id: pairing.credential,
            user: session.user,
            parent: session.exporter,
            depth: line.depth + 1,
            deviceName: pairing.device.name,
            certificate: certificate,
            issuers: line.certificates.chain,
            keyDigest: pairing.device.keyDigest,
            createdAt: world.now()
        )
    }

    private func success(
        _ moved: (change: RecordChange, answer: ExtensionView)
    ) -> (change: RecordChange, answer: ApprovalAnswer) {
        (moved.change, .success(moved.answer))
    }
}
