import ChaveBase
import ChaveWebAuthn
public import ChaveWire
public import SignInModel

extension SignIn {
    /// Signs the person of a request in by a passkey, and returns the value of the new session's cookie.
    ///
    /// - Throws: ``BrowserRefusal``. Every call spends the request's challenge, whatever its result.
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

    /// Notes the refusal where the passkey is known; an event needs a user.
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

    /// Spends the challenge in a commit of its own, so that no later failure restores it.
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

    /// The passkey with its new counter and flags, to be stored together with the sign-in.
    private func verifiedPasskey(
        _ response: AuthenticationResponse,
        challenge: [UInt8],
        of tenant: TenantID
    ) async throws -> Loaded<BrowserPasskey> {
        let id = BrowserPasskey.id(response.rawID)
        // The refusal is the same as any other, so that no caller learns which passkeys exist.
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
    /// The methods of a proven key and a verified person (RFC 8176).
    static let provenKey = ["pop", "user"]
}
