import ChaveBase
import ChaveCredentialChain
public import SignInModel

extension SignIn {
    /// A user's credentials, oldest first, revoked ones too, at most `limit`, after the id `last` where it is given.
    public func devices(
        of user: String,
        _ tenant: TenantID,
        after last: String? = nil,
        limit: Int = 100
    ) async throws -> [RecordedCredential] {
        _ = try await known(user, of: tenant)
        return try await records.list(
            RecordedCredential.self,
            by: RecordedCredential.index(user: user),
            of: tenant,
            after: last.map { RecordKey(tenant: tenant.text, kind: RecordedCredential.kind, id: $0) },
            limit: limit
        ).map(\.record)
    }

    /// Revokes a credential, and with `below` all credentials that descend from it; a second call changes nothing.
    ///
    /// Passkeys that a revoked credential made in browsers are removed.
    ///
    /// Without `below` the descendants stay valid. If the revoked certificate is in their chains, the server issues
    /// certificates directly under the root, for the time that was left. Their devices get these certificates at the
    /// next sign-in.
    public func revokeDevice(_ id: String, of user: String, _ tenant: TenantID, below: Bool = true) async throws {
        try await records.changing {
            let owner = try await known(user, of: tenant)
            guard let device = try await records.find(RecordedCredential.self, id, of: tenant),
                device.record.user == user
            else { throw OAuthError(.notFound, "The user has no such device.", status: 404) }
            var ended = try await below ? descendants(id, of: user, tenant).map(\.credential) : []
            let moved = try await below || device.record.status == .revoked ? [] : freed(by: device.record)
            ended = (ended + [device]).filter { $0.record.status == .active }
            var change = RecordChange()
            guard !ended.isEmpty else { return (change, ()) }
            // A commit that records a credential or a passkey below meanwhile touches the user too.
            change.touch(owner)
            for var credential in ended {
                credential.record.revoke(at: world.now())
                change.replace(credential)
                note(of: credential.record, in: &change)
            }
            for credential in moved { change.replace(credential) }
            try await endSessions(begunBy: Set(ended.map(\.record.id)), of: user, tenant, in: &change)
            try await removePasskeys(madeBy: Set(ended.map(\.record.id)), of: user, tenant, in: &change)
            return (change, ())
        }
    }

    /// Notes the event that a credential was revoked.
    func note(of credential: RecordedCredential, in change: inout RecordChange) {
        note(.credentialRevoked, credential.tenant, user: credential.user, credential: credential.id, in: &change)
    }

    /// The credentials whose chains contain the device's certificate, each directly under the root.
    ///
    /// A credential below another revoked one stays as it is: the device must be the only obstacle.
    private func freed(by device: RecordedCredential) async throws -> [Loaded<RecordedCredential>] {
        var freed: [Loaded<RecordedCredential>] = []
        for (distance, child) in try await descendants(device.id, of: device.user, device.tenant)
        where child.record.status == .active && child.record.depth >= distance {
            let others = try await above(child).filter { $0.record.id != device.id }
            guard others.allSatisfy({ $0.record.status == .active }) else { continue }
            if let moved = try await underRoot(child) { freed.append(moved) }
        }
        return freed
    }

    /// All credentials of a user, without a limit.
    func credentials(of user: String, _ tenant: TenantID) async throws -> [Loaded<RecordedCredential>] {
        var all: [Loaded<RecordedCredential>] = []
        while true {
            let page = try await records.list(
                RecordedCredential.self,
                by: RecordedCredential.index(user: user),
                of: tenant,
                after: all.last?.record.key,
                limit: 200
            )
            all += page
            if page.count < 200 { return all }
        }
    }

    /// All descendants of a credential, each with its distance: 1 for a credential that it let in itself.
    private func descendants(
        _ id: String,
        of user: String,
        _ tenant: TenantID
    ) async throws -> [(distance: Int64, credential: Loaded<RecordedCredential>)] {
        let children = Dictionary(grouping: try await credentials(of: user, tenant)) { $0.record.parent }
        var found: [(distance: Int64, credential: Loaded<RecordedCredential>)] = []
        var waiting: [(id: String, distance: Int64)] = [(id, 0)]
        while let (parent, distance) = waiting.popLast() {
            for child in children[parent] ?? [] {
                found.append((distance + 1, child))
                waiting.append((child.record.id, distance + 1))
            }
        }
        return found
    }

    /// The same credential directly under the root, valid no longer than before; `nil` where its chain no longer
    /// counts.
    private func underRoot(_ child: Loaded<RecordedCredential>) async throws -> Loaded<RecordedCredential>? {
        let chain: VerifiedChain
        do {
            chain = try await verifiedChain(child.record.chain, of: child.record.tenant)
        } catch is OAuthError {
            return nil
        }
        let root = try await signingRoot(of: child.record.tenant)
        var moved = child
        let certificate = try certificate(
            for: chain.subject,
            key: chain.publicKey,
            by: root,
            seconds: chain.notAfter.seconds - world.now().seconds
        )
        moved.record.take(certificate, under: root.certificate)
        return moved
    }
}
