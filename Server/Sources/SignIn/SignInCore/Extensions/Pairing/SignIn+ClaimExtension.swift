import ChaveBase
import ChaveWire
import Hashing
public import SignInModel

extension SignIn {
    /// Accepts a code from a second device and asks the person at the first one.
    ///
    /// A wrong, an expired and a used code cost the same store calls and the same opening of a seal, and get the same
    /// answer. The server looks at a code only if the counters allow it, and answers only if the counters are stored.
    /// The same key with the same code gets the same claim with another token, while the person may still answer.
    public func claimExtension(
        _ claim: ExtensionClaim,
        certificates: some ExtensionCertificates
    ) async throws -> BegunClaim {
        let device = try newDevice(of: claim, certificates)
        guard NineDigits.isCode(claim.code, space: policy.extensions.codeSpace) else {
            throw OAuthError(.invalidRequest, "a code has nine digits and nothing else", field: "code")
        }
        let answer = try await records.changing { [self] in try await decided(claim, device, certificates) }
        return try answer.get()
    }

    private typealias ClaimAnswer = Result<BegunClaim, OAuthError>

    private func decided(
        _ claim: ExtensionClaim,
        _ device: NewDevice,
        _ certificates: some ExtensionCertificates
    ) async throws -> (change: RecordChange, answer: ClaimAnswer) {
        let now = world.deadlineNow()
        guard let tenant = try await records.find(Tenant.self, claim.tenant.text, of: claim.tenant)?.record else {
            throw OAuthError(.invalidRequest, "there is no such tenant", field: "tenant_id")
        }
        let counters = try await guessCounters(key: device.keyDigest, address: claim.address, of: claim.tenant)
        try counters.requireBudget(at: now, policy.extensions)
        try counters.requireWork(claim.proofOfWork, key: device.keyDigest, at: now, policy.extensions)
        let code = NineDigits.digest(of: claim.code, tenant: claim.tenant)
        if let (again, begun) = try await openedBefore(code, by: device, of: tenant, at: now) {
            var change = again
            counters.require(in: &change)
            return (change, .success(begun))
        }
        try await requireNew(device, of: claim.tenant)
        let session = try await records.find(
            ExtensionSession.self,
            by: ExtensionSession.index(code: code),
            of: claim.tenant
        )
        if session == nil { try noSession.open(like: standIn(of: claim.tenant, code, at: now), in: records) }
        if let session, isLive(code, in: session.record, at: now),
            let line = try await usableLine(of: session.record),
            let (opened, begun) = try await opening(
                RightCode(code: code, session: session, line: line, device: device, now: now),
                tenant: tenant,
                certificates
            )
        {
            var change = opened
            counters.require(in: &change)
            return (change, .success(begun))
        }
        var change = RecordChange()
        counters.count(at: now, newSalt: { world.randomBytes(16) }, policy.extensions, in: &change)
        return (change, .failure(.invalidCode))
    }

    /// A typical session of a code.
    private func standIn(of tenant: TenantID, _ code: Digest, at now: Timestamp) throws -> ExtensionSession {
        let offered = OfferedCode(salt: Array(repeating: 0, count: 16), digest: code)
        let begun = ExtensionState.begun(at: now)
        return ExtensionSession(
            tenant: tenant,
            id: code.text,
            user: code.text,
            exporter: code.text,
            slot: 0,
            token: code,
            begunAt: now,
            keptUntil: now,
            state: try begun.receiving(.codeDrawn(offered), at: now, policy.extensions).next
        )
    }

    private func isLive(_ code: Digest, in session: ExtensionSession, at now: Timestamp) -> Bool {
        session.state.passing(to: now, policy.extensions).takes(code, at: now, policy.extensions)
    }

    private func usableLine(of session: ExtensionSession) async throws(SignInFault) -> ExporterLine? {
        let line = try await exporterLine(of: session)
        return line.ending == nil && line.mayHaveChildren ? line : nil
    }

    /// Demands a key without a credential.
    ///
    /// This check comes before the code's, so that its answer says nothing about the code.
    private func requireNew(_ device: NewDevice, of tenant: TenantID) async throws {
        let index = RecordedCredential.index(key: device.keyDigest)
        guard try await records.find(RecordedCredential.self, by: index, of: tenant) == nil else {
            throw OAuthError.keyInUse
        }
    }

    private func newDevice(of claim: ExtensionClaim, _ certificates: some ExtensionCertificates) throws -> NewDevice {
        let name = try DeviceName.checked(claim.deviceName)
        do {
            let key = try certificates.requestedKey(claim.certificateRequest)
            return NewDevice(name: name, publicKey: key.publicKey, keyDigest: key.digest)
        } catch {
            throw error.answer
        }
    }
}

/// The facts that are known for a right code.
private struct RightCode: Sendable {
    let code: Digest
    let session: Loaded<ExtensionSession>
    let line: ExporterLine
    let device: NewDevice
    let now: Timestamp
}

extension SignIn {
    /// The pairing that a right code opens, with the certificate that the first device must sign.
    ///
    /// The result is `nil` where the first device's chain allows no certificate; the caller then treats the code as
    /// wrong.
    private func opening(
        _ right: RightCode,
        tenant: Tenant,
        _ certificates: some ExtensionCertificates
    ) async throws -> (change: RecordChange, answer: BegunClaim)? {
        guard let pairing = try await pairing(right, certificates) else { return nil }
        var session = right.session
        session.record.state = try session.record.state
            .receiving(.claim(right.code, pairing), at: right.now, policy.extensions).next
        let token = world.newSecret()
        let claim = ExtensionClaimRecord(
            tenant: session.record.tenant,
            id: pairing.id,
            session: session.record.id,
            token: Digest(ofText: token),
            opener: ExtensionClaimRecord.opener(key: right.device.keyDigest, code: right.code),
            number: pairing.number,
            deadline: pairing.deadline,
            keptUntil: session.record.keptUntil
        )
        var change = RecordChange()
        change.replace(session)
        change.insert(claim)
        right.line.require(in: &change)
        let begun = BegunClaim(
            id: pairing.id,
            token: token,
            number: pairing.number,
            expiresInSeconds: right.now.secondsUp(to: pairing.deadline),
            tenant: tenant
        )
        return (change, begun)
    }

    private func pairing(
        _ right: RightCode,
        _ certificates: some ExtensionCertificates
    ) async throws -> PendingPairing? {
        let (number, choices) = MatchNumber.drawn(world)
        var serial = world.randomBytes(16)
        serial[0] &= 0x7F
        let order = ChildCertificateOrder(
            credential: world.newIDText(),
            user: right.session.record.user,
            publicKey: right.device.publicKey,
            serial: serial
        )
        let toBeSigned: [UInt8]
        do {
            toBeSigned = try await certificates.toBeSigned(order, under: right.line.certificates)
        } catch .unfitParents {
            return nil
        } catch {
            throw error.answer
        }
        return PendingPairing(
            id: world.newSecret(),
            device: right.device,
            number: number,
            choices: choices,
            credential: order.credential,
            toBeSigned: toBeSigned,
            deadline: right.now.adding(seconds: policy.extensions.pairingSeconds)
        )
    }
}

extension OAuthError {
    static let keyInUse = OAuthError(.invalidRequest, "this key has a credential already: make a new one", field: "csr")
}

extension ExtensionCertificateProblem {
    /// A refusal for the caller, or a fault of the server.
    var answer: any Error {
        switch self {
        case .badRequest:
            OAuthError(.invalidRequest, "this is no PKCS#10 request signed by its own key", field: "csr")
        case .badSignature:
            OAuthError(.invalidGrant, "the signature does not hold over the bytes to be signed", field: "signature")
        case .unfitParents:
            OAuthError(.accessDenied, "the first device's chain carries no further certificate", status: 403)
        case .fault(let underlying): SignInFault.signing(underlying: underlying)
        }
    }
}
