import ChaveBase
import Hashing
public import SignInModel

/// The second device's view of its claim.
public struct ClaimView: Hashable, Sendable {
    public enum Status: String, Hashable, Sendable, CaseIterable {
        case pending, approved, refused
    }

    public var id: String
    public var status: Status
    public var expiresInSeconds: Int64?
    /// The credential, once the claim is approved.
    public var credential: RecordedCredential?
    /// Rises with each change: the entity tag.
    public var version: Int64
}

extension SignIn {
    /// The present state of a claim.
    ///
    /// This call writes nothing: time alone refuses a pairing without an answer.
    public func claimState(_ id: String, token: String, tenant: TenantID?) async throws -> ClaimView {
        let claim = try await extensionClaim(id, token: token, tenant: tenant)
        let session = try await records.find(ExtensionSession.self, claim.session, of: claim.tenant)?.record
        let now = world.deadlineNow()
        switch session?.state.passing(to: now, policy.extensions) {
        case .pairing(let pairing, _, _)? where pairing.id == claim.id:
            return ClaimView(
                id: claim.id,
                status: .pending,
                expiresInSeconds: now.secondsUp(to: pairing.deadline),
                version: 1
            )
        case .done(claim.id, let credential)?:
            return try await approved(claim, credential)
        case .offering?, .pairing?, .done?, .aborted?, nil:
            return ClaimView(id: claim.id, status: .refused, version: 2)
        }
    }

    /// Ends a waiting claim, which counts as a refused pairing; an ended claim stays as it is.
    public func cancelClaim(_ id: String, token: String, tenant: TenantID?) async throws -> ClaimView {
        try await records.changing { [self] in
            var change = RecordChange()
            let claim = try await extensionClaim(id, token: token, tenant: tenant)
            guard var session = try await records.find(ExtensionSession.self, claim.session, of: claim.tenant) else {
                return (change, ())
            }
            let now = world.deadlineNow()
            guard case .pairing(let pairing, _, _) = session.record.state.passing(to: now, policy.extensions),
                pairing.id == claim.id
            else { return (change, ()) }
            let refusal = ExtensionEvent.refusal(pairing: pairing.id)
            session.record.state = try session.record.state.receiving(refusal, at: now, policy.extensions).next
            change.replace(session)
            return (change, ())
        }
        return try await claimState(id, token: token, tenant: tenant)
    }

    /// The claim of the token, if its id and the address's tenant match.
    private func extensionClaim(
        _ id: String,
        token: String,
        tenant: TenantID?
    ) async throws -> ExtensionClaimRecord {
        let digest = Digest(ofText: token)
        let index = ExtensionClaimRecord.index(token: digest)
        guard let claim = try await records.find(ExtensionClaimRecord.self, by: index, of: nil)?.record,
            claim.token.equalsInConstantTime(digest), claim.id == id, tenant == nil || claim.tenant == tenant
        else { throw OAuthError.unknownClaim }
        return claim
    }

    private func approved(_ claim: ExtensionClaimRecord, _ credential: String) async throws -> ClaimView {
        guard let record = try await records.find(RecordedCredential.self, credential, of: claim.tenant)?.record else {
            throw SignInFault.damaged(kind: RecordedCredential.kind)
        }
        return ClaimView(id: claim.id, status: .approved, credential: record, version: 2)
    }
}
