import ChaveBase
import Hashing

extension SignIn {
    /// ``extensionState(_:token:tenant:)`` for whoever waits until it is another.
    ///
    /// It hangs on the session, and on the person and the devices that speak for it.
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

    /// ``claimState(_:token:tenant:)`` for whoever waits until it is another, with what a device is told of its credential.
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

    /// ``cancelClaim(_:token:tenant:)``, with what a device is told of its credential where it was approved before.
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

    /// The tenant that a device means that names it by a client.
    package func tenant(ofClient id: String, at tenant: TenantID?) async throws -> TenantID {
        try await registeredClient(id, tenant: tenant).tenant
    }
}

/// A claim as its device is answered.
package struct ClaimSight: Sendable {
    package var claim: ClaimView
    /// What it was given, once it is approved.
    package var credential: BoundCredential?
}
