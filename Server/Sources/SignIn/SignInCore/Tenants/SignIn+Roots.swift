import ChaveBase
import ChaveCredentialChain
import Crypto

extension SignIn {
    /// Fingerprints of the roots that count, the newest last; two of them during a rollover.
    public func roots(of tenant: TenantID) async throws -> [String] {
        try await storedRoots(of: tenant).map { try $0.record.root().fingerprint }
    }

    /// Begins a rollover: what is issued from now on is signed by a new root, and what the old one signed still counts.
    ///
    /// - Returns: the new root's fingerprint.
    public func addRoot(of tenant: TenantID) async throws -> String {
        try await records.changing {
            var change = RecordChange()
            // So that of two that begin at once one counts the other's root.
            change.touch(try await known(tenant))
            guard try await storedRoots(of: tenant).count < 2 else {
                throw OAuthError(.conflict, "Retire the old root first: a tenant has at most two.", status: 409)
            }
            let root = try newRoot(of: tenant)
            change.insert(root)
            return (change, try root.root().fingerprint)
        }
    }

    /// Ends a rollover: credentials that have no certificate by the new root yet are good no more.
    ///
    /// Devices get one when less than 60 days are left of theirs, so a year after ``addRoot(of:)`` none that signs in is
    /// left behind.
    public func retireRoot(_ fingerprint: String, of tenant: TenantID) async throws {
        try await records.changing {
            let stored = try await storedRoots(of: tenant)
            guard let old = try stored.first(where: { try $0.record.root().fingerprint == fingerprint }) else {
                return (RecordChange(), ())
            }
            guard let newest = stored.last, newest.record.id != old.record.id else {
                throw OAuthError(.conflict, "The newest root signs: add another before it is retired.", status: 409)
            }
            var change = RecordChange()
            change.require(newest)
            change.remove(old)
            return (change, ())
        }
    }

    func newRoot(of tenant: TenantID) throws(SignInFault) -> StoredRoot {
        let key = P256.Signing.PrivateKey()
        do {
            let root = try TenantRoot.generate(
                tenant: tenant.text,
                key: key,
                serial: world.randomBytes(16),
                now: world.now()
            )
            return StoredRoot(
                tenant: tenant,
                id: world.newIDText(),
                certificate: root.certificate,
                key: Array(key.rawRepresentation),
                createdAt: world.now()
            )
        } catch {
            throw .signing(underlying: error)
        }
    }

    /// The one that signs.
    func signingRoot(of tenant: TenantID) async throws -> TenantRoot {
        guard let newest = try await storedRoots(of: tenant).last else {
            throw SignInFault.damaged(kind: StoredRoot.kind)
        }
        return try newest.record.root()
    }

    /// By age, as their ids are.
    private func storedRoots(of tenant: TenantID) async throws -> [Loaded<StoredRoot>] {
        try await records.list(StoredRoot.self, of: tenant, limit: 10)
    }
}
