import ChaveBase
import ChaveWebAuthn
public import ChaveWire

extension SignIn {
    /// Signs the person of a request in by a passkey, and gives what the new session's cookie holds.
    ///
    /// - Throws: ``BrowserRefusal``. The request's challenge is spent whatever comes of it.
    public func signInByPasskey(
        _ message: JSONValue,
        for id: String,
        _ visit: BrowserVisit,
        of tenant: TenantID
    ) async throws -> String {
        let challenge = try await spendPasskeyChallenge(of: id, visit, tenant)
        guard let response = try? AuthenticationResponse(json: message) else { throw BrowserRefusal.malformed }
        do {
            return try await signedIn(by: response, challenge: challenge, for: id, visit, tenant)
        } catch let refusal as BrowserRefusal {
            try await noteFailure(refusal, of: response, tenant)
            throw refusal
        }
    }

    /// Only where the passkey is a known one: of whom else should it be told.
    private func noteFailure(
        _ refusal: BrowserRefusal,
        of response: AuthenticationResponse,
        _ tenant: TenantID
    ) async throws {
        let reasons: [BrowserRefusal: SignInFailure] = [
            .passkeyRefused: .passkeyRefused, .anotherPerson: .anotherPerson, .personEnded: .userSuspended,
        ]
        let id = BrowserPasskey.id(response.rawID)
        guard let reason = reasons[refusal], let passkey = try await records.find(BrowserPasskey.self, id, of: tenant)
        else { return }
        try await noteFailure(reason, tenant, user: passkey.record.user, passkey: id)
    }

    private func signedIn(
        by response: AuthenticationResponse,
        challenge: [UInt8],
        for id: String,
        _ visit: BrowserVisit,
        _ tenant: TenantID
    ) async throws -> String {
        try await records.changing {
            guard var request = try await openRequest(id, visit, of: tenant) else { throw BrowserRefusal.over }
            let passkey = try await verifiedPasskey(response, challenge: challenge, of: tenant)
            if let hinted = request.record.hintedUser, hinted != passkey.record.user {
                throw BrowserRefusal.anotherPerson
            }
            let user = SignedInUser(
                id: passkey.record.user,
                credential: nil,
                passkey: passkey.record.recordID,
                authenticatedAt: world.now(),
                methods: SignedInUser.provenKey
            )
            var change = RecordChange()
            change.replace(passkey)
            let begun = try await beginSession(for: user, visit, of: tenant, in: &change)
            request.record.session = begun.session.digest
            request.record.approval = .idle(refused: request.record.approval.refused ?? 0)
            change.replace(request)
            return (change, begun.secret)
        }
    }

    /// In a commit of its own, so that what comes after cannot give it back.
    private func spendPasskeyChallenge(
        of id: String,
        _ visit: BrowserVisit,
        _ tenant: TenantID
    ) async throws -> [UInt8] {
        try await records.changing {
            guard var request = try await openRequest(id, visit, of: tenant), request.record.approval != .ended else {
                throw BrowserRefusal.over
            }
            let challenge = request.record.challenge
            request.record.challenge = world.randomBytes(32)
            var change = RecordChange()
            change.replace(request)
            return (change, challenge)
        }
    }

    /// The passkey with its new counter and flags, to be stored with what it was used for.
    private func verifiedPasskey(
        _ response: AuthenticationResponse,
        challenge: [UInt8],
        of tenant: TenantID
    ) async throws -> Loaded<BrowserPasskey> {
        let id = BrowserPasskey.id(response.rawID)
        // Refused like any other, so that nobody learns which passkeys there are.
        guard var passkey = try await records.find(BrowserPasskey.self, id, of: tenant) else {
            throw BrowserRefusal.passkeyRefused
        }
        let expectation = AuthenticationExpectation(
            challenge: challenge,
            userVerification: .required,
            requiresUserHandle: true
        )
        let verified: VerifiedAuthentication
        do {
            let stored = passkey.record.credential
            verified = try policy.relyingParty.verify(response, against: stored, expecting: expectation)
        } catch {
            throw BrowserRefusal.passkeyRefused
        }
        guard let owner = try await records.find(User.self, passkey.record.user, of: tenant)?.record,
            try await counts(passkey.record, of: owner)
        else { throw BrowserRefusal.passkeyRefused }
        passkey.record.credential.signCount = verified.signCount
        passkey.record.credential.backupState = verified.backupState
        passkey.record.usedAt = world.now()
        return passkey
    }
}

extension SignedInUser {
    /// A key was proven, by a person who was verified (RFC 8176).
    static let provenKey = ["pop", "user"]
}
