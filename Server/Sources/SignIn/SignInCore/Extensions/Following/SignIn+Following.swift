import ChaveBase
import Hashing
package import SignInModel

extension SignIn {
    /// ``extensionState(_:token:tenant:)`` for a caller that waits for a change.
    ///
    /// The view depends on the session, its person, and the devices in the first device's chain.
    package func followedExtension(
        _ id: String,
        token: String,
        tenant: TenantID?
    ) async throws -> Followed<ExtensionView> {
        try await records.changing { [self] in
            let session = try await extensionSession(id, token: token, tenant: tenant)
            let line = try await exporterLine(of: session.record)
            let now = world.deadlineNow()
            let next =
                line.ending == nil
                ? try looked(at: session.record, token: token, at: now)
                : try session.record.state.receiving(.exporterEnded, at: now, policy.extensions).next
            let (change, view) = moved(session, to: next, token: token, at: now)
            let keys =
                [session.record.key] + (line.user.map { [$0.record.key] } ?? []) + line.credentials.map(\.record.key)
            let moment = next.nextMoment(after: now, policy.extensions)
            return (
                change,
                Followed(view: view, hangsOn: keys, changesInMilliseconds: moment.map { now.millisecondsUp(to: $0) })
            )
        }
    }

    /// ``claimState(_:token:tenant:)`` for a caller that waits for a change, with the credential's answer for its
    /// device.
    package func followedClaim(
        _ id: String,
        token: String,
        tenant: TenantID?
    ) async throws -> Followed<ClaimSight> {
        let (claim, sight) = try await sight(of: try await claimState(id, token: token, tenant: tenant), token: token)
        let view = sight.claim
        let session = RecordKey(tenant: claim.tenant.text, kind: ExtensionSession.kind, id: claim.session)
        return Followed(
            view: sight,
            hangsOn: [session],
            changesInMilliseconds: view.status == .pending ? view.expiresInSeconds.map { max(1, $0 * 1_000) } : nil
        )
    }

    /// ``cancelClaim(_:token:tenant:)``, with the credential's answer where the claim was already approved.
    package func cancelledClaim(_ id: String, token: String, tenant: TenantID?) async throws -> ClaimSight {
        try await sight(of: try await cancelClaim(id, token: token, tenant: tenant), token: token).sight
    }

    private func sight(
        of view: ClaimView,
        token: String
    ) async throws -> (claim: ExtensionClaimRecord, sight: ClaimSight) {
        let index = ExtensionClaimRecord.index(token: Digest(ofText: token))
        guard let claim = try await records.find(ExtensionClaimRecord.self, by: index, of: nil)?.record else {
            throw OAuthError.unknownClaim
        }
        var sight = ClaimSight(claim: view)
        if let credential = view.credential {
            sight.credential = bound(credential, in: try await known(claim.tenant).record)
        }
        return (claim, sight)
    }

    /// The tenant of a device that names a client instead of a tenant.
    package func tenant(ofClient id: String, at tenant: TenantID?) async throws -> TenantID {
        try await registeredClient(id, tenant: tenant).tenant
    }
}

/// A claim in the form that its device receives.
package struct ClaimSight: Sendable {
    package var claim: ClaimView
    /// The credential, once the claim is approved.
    package var credential: BoundCredential?
}

/// An answer's content with all that may change it, for a caller that holds the answer until then.
package struct Followed<View: Sendable>: Sendable {
    package var view: View
    /// The records whose changes may change the view.
    package var hangsOn: [RecordKey]
    /// The time after which the view may change without a commit; `nil` where time changes nothing.
    package var changesInMilliseconds: Int64?
}
