import ChaveBase
public import ChaveCredentialChain
public import SignInModel

extension SignIn {
    /// Finds the credential of a chain, and its user.
    ///
    /// Call this only after a signature by the chain's key was verified: its refusals reveal stored facts.
    ///
    /// - Throws: `OAuthError.Code.invalidGrant` where the server did not record exactly this chain, and
    ///   `CredentialState.refusal` where it did and the credential is no longer good.
    public func holder(of sent: VerifiedChain) async throws -> CredentialHolder {
        guard let tenant = TenantID(sent.subject.tenant),
            let credential = try await records.find(RecordedCredential.self, sent.subject.credential, of: tenant),
            credential.record.user == sent.subject.user
        else { throw SignIn.unrecorded }
        let presentation = credential.record.presentation(of: sent.certificates)
        guard presentation != .unrecorded else { throw SignIn.unrecorded }
        let user = try await allowed(sent.subject.user, of: tenant)
        let above = try await above(credential)
        guard ([credential] + above).allSatisfy({ $0.record.status == .active }) else {
            throw CredentialState.deviceDeleted.refusal
        }
        let isBehind = presentation == .former
        return CredentialHolder(
            chain: isBehind ? try await verifiedChain(credential.record.chain, of: tenant) : sent,
            credential: credential,
            user: user,
            above: above,
            isBehind: isBehind
        )
    }

    /// Verifies the chain and finds its holder, for callers that have checked the signature by other means.
    public func holder(of certificates: [[UInt8]], tenant: TenantID) async throws -> CredentialHolder {
        try await holder(of: verifiedChain(certificates, of: tenant))
    }

    /// The credentials whose certificates are above this one's in its chain.
    func above(_ credential: Loaded<RecordedCredential>) async throws -> [Loaded<RecordedCredential>] {
        var line: [Loaded<RecordedCredential>] = []
        var parent = credential.record.parent
        while line.count < credential.record.depth {
            guard let id = parent,
                let next = try await records.find(RecordedCredential.self, id, of: credential.record.tenant),
                next.record.user == credential.record.user
            else { throw SignInFault.damaged(kind: RecordedCredential.kind) }
            line.append(next)
            parent = next.record.parent
        }
        return line
    }

    private static var unrecorded: OAuthError {
        OAuthError(.invalidGrant, "The certificates are none that this server recorded.")
    }

    private func allowed(_ id: String, of tenant: TenantID) async throws -> Loaded<User> {
        guard let user = try await records.find(User.self, id, of: tenant) else {
            throw CredentialState.userDeleted.refusal
        }
        switch user.record.status {
        case .active: return user
        case .suspended: throw CredentialState.userSuspended.refusal
        case .deleted: throw CredentialState.userDeleted.refusal
        }
    }
}
