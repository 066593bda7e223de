import ChaveBase
import ChaveWire
import Hashing
public import SignInModel

/// A device that has just proved its credential's key, with a proof whose purpose is `extension`.
struct ExtensionExporter: Hashable, Sendable {
    var tenant: TenantID
    var user: String
    var credential: String

    init(tenant: TenantID, user: String, credential: String) {
        self.tenant = tenant
        self.user = user
        self.credential = credential
    }

    /// The device whose proof was checked.
    init(_ holder: CredentialHolder) {
        self.init(
            tenant: holder.credential.record.tenant,
            user: holder.user.record.id,
            credential: holder.credential.record.id
        )
    }
}

extension SignIn {
    private static let extensionsPath = "/v2/extensions"

    /// Answers `POST /v2/extensions`, both calls.
    ///
    /// `tenant` is the tenant in the path, `nil` for the path without one; the proof's audience is that address. The
    /// first call always throws `insufficient_authorization` with the challenge. The second call renews a certificate
    /// that is about to expire.
    ///
    /// - Throws: `access_denied` where the device may not act for its user or is too deep in its chain. `conflict`
    ///   where the user has three live sessions.
    public func beginExtension(_ parameters: OAuthParameters, tenant: TenantID?) async throws -> BegunExtension {
        let client = try await registeredClient(try parameters.required("client_id"), tenant: tenant)
        guard let session = parameters["auth_session"] else {
            throw try await beginChallenge(.extension, client: client)
        }
        let challenge = try await spendChallenge(session, .extension, client: client)
        let holder = try await holder(
            proving: try parameters.required("assertion"),
            of: challenge,
            session: session,
            audience: address(SignIn.extensionsPath, tenant: tenant)
        )
        let chain = try await renewal(of: holder)
        var begun = try await beginExtension(by: ExtensionExporter(holder))
        begun.chain = chain
        return begun
    }

    /// Opens a session and draws its first code; ends an open session of the same device.
    func beginExtension(by exporter: ExtensionExporter) async throws -> BegunExtension {
        let token = world.newSecret()
        let view = try await records.changing { [self] in
            let line = try await exporterLine(exporter.credential, user: exporter.user, of: exporter.tenant)
            if let ending = line.ending { throw ending.refusal }
            guard line.mayHaveChildren else { throw OAuthError.tooDeep }
            var change = RecordChange()
            line.require(in: &change)
            let now = world.deadlineNow()
            let slot = try await freeSlot(of: exporter, at: now, in: &change)
            var session = ExtensionSession(
                tenant: exporter.tenant,
                id: world.newSecret(),
                user: exporter.user,
                exporter: exporter.credential,
                slot: slot,
                token: Digest(ofText: token),
                begunAt: now,
                keptUntil: now.adding(seconds: policy.extensions.longestSeconds + 3_600),
                state: .begun(at: now)
            )
            session.state = try looked(at: session, token: token, at: now)
            change.insert(session)
            return (change, session.view(token: token, version: 1, at: now, policy.extensions))
        }
        return BegunExtension(token: token, state: view)
    }

    /// A place that no live session of the user has.
    ///
    /// The change ends sessions whose time is up, and the device's own session, which the device has lost.
    private func freeSlot(
        of exporter: ExtensionExporter,
        at now: Timestamp,
        in change: inout RecordChange
    ) async throws -> Int64 {
        let open = try await records.list(
            ExtensionSession.self,
            by: ExtensionSession.index(user: exporter.user),
            of: exporter.tenant,
            limit: 2 * policy.extensions.liveSessionsPerUser
        )
        var taken: Set<Int64> = []
        for var session in open {
            let event = session.record.exporter == exporter.credential ? ExtensionEvent.cancellation : .look
            session.record.state = try session.record.state.receiving(event, at: now, policy.extensions).next
            if session.record.state.isLive {
                taken.insert(session.record.slot)
            } else {
                change.replace(session)
            }
        }
        let places = (0..<Int64(policy.extensions.liveSessionsPerUser)).lazy.filter { !taken.contains($0) }
        guard let slot = places.first else { throw OAuthError.tooManyExtensions }
        return slot
    }

    /// The state after the first device has looked, with a new code where one is due.
    func looked(at session: ExtensionSession, token: String, at now: Timestamp) throws -> ExtensionState {
        let step = try session.state.receiving(.look, at: now, policy.extensions)
        guard step.effects.contains(.drawCode) else { return step.next }
        let salt = world.randomBytes(16)
        let code = NineDigits.code(token: token, salt: salt, space: policy.extensions.codeSpace)
        let drawn = OfferedCode(salt: salt, digest: NineDigits.digest(of: code, tenant: session.tenant))
        return try step.next.receiving(.codeDrawn(drawn), at: now, policy.extensions).next
    }
}

extension ExtensionPolicy {
    /// The longest life of a session: each code lasts its whole time, and so does each refused pairing.
    var longestSeconds: Int64 {
        Int64(rotations + 1) * codeSeconds + graceSeconds + Int64(refusedPairings) * pairingSeconds
    }
}

extension OAuthError {
    static let tooDeep = OAuthError(
        .accessDenied,
        "this device is the last of its chain: add another device from one that was registered earlier",
        status: 403
    )
    static let tooManyExtensions = OAuthError(
        .conflict,
        "the user has as many extensions under way as there may be: end one of them first",
        status: 409
    )
    static let unknownExtension = OAuthError(.invalidToken, "the token is not this extension's", status: 401)
    static let unknownClaim = OAuthError(.invalidToken, "the token is not this claim's", status: 401)
    static let pairingEnded = OAuthError(
        .conflict,
        "this pairing was refused or not answered in time",
        status: 409,
        field: "pairing_id"
    )
}
