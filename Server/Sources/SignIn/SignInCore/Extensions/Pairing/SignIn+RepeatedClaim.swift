import ChaveBase
import Hashing
import SignInModel

extension SignIn {
    /// The open claim of this key and this code, for a device that lost the answer; `nil` where there is none.
    ///
    /// The claim gets another token, since the server stores no token.
    func openedBefore(
        _ code: Digest,
        by device: NewDevice,
        of tenant: Tenant,
        at now: Timestamp
    ) async throws -> (change: RecordChange, answer: BegunClaim)? {
        let opener = ExtensionClaimRecord.opener(key: device.keyDigest, code: code)
        let index = ExtensionClaimRecord.index(opener: opener)
        let claims = try await records.list(ExtensionClaimRecord.self, by: index, of: tenant.tenant, limit: 10)
        for var claim in claims where now < claim.record.deadline {
            guard try await goesOn(claim.record, at: now) else { continue }
            let token = world.newSecret()
            claim.record.token = Digest(ofText: token)
            var change = RecordChange()
            change.replace(claim)
            let begun = BegunClaim(
                id: claim.record.id,
                token: token,
                number: claim.record.number,
                expiresInSeconds: now.secondsUp(to: claim.record.deadline),
                tenant: tenant
            )
            return (change, begun)
        }
        return nil
    }

    /// Whether the claim waits for the person's answer, or the person has agreed.
    private func goesOn(_ claim: ExtensionClaimRecord, at now: Timestamp) async throws(SignInFault) -> Bool {
        let session = try await records.find(ExtensionSession.self, claim.session, of: claim.tenant)?.record
        switch session?.state.passing(to: now, policy.extensions) {
        case .pairing(let pairing, _, _)?: return pairing.id == claim.id
        case .done(let pairing, _)?: return pairing == claim.id
        case .offering?, .aborted?, nil: return false
        }
    }
}
