import ChaveBase
import ChaveCredentialChain
import Crypto
public import SignInModel

extension SignIn {
    /// The fingerprints of the roots that count, the newest last; two of them during a rollover.
    public func roots(of tenant: TenantID) async throws -> [String] {
        try await storedRoots(of: tenant).map { try $0.record.root().fingerprint }
    }

    /// Begins a rollover: a new root signs from now on, and the old root's signatures still count.
    ///
    /// - Returns: the new root's fingerprint.
    public func addRoot(of tenant: TenantID) async throws -> String {
        try await records.changing {
            var change = RecordChange()
            // Two rollovers that begin at the same time must count each other's root.
            change.touch(try await known(tenant))
            guard try await storedRoots(of: tenant).count < 2 else {
                throw OAuthError(.conflict, "Retire the old root first: a tenant has at most two.", status: 409)
            }
            let root = try newRoot(of: tenant)
            change.insert(root)
            return (change, try root.root().fingerprint)
        }
    }

    /// Ends a rollover: credentials without a certificate by the new root are no longer good.
    ///
    /// Devices get a new certificate when theirs has less than 60 days left. A year after ``addRoot(of:)`` every device
    /// that signs in has one.
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

    /// The root that signs.
    func signingRoot(of tenant: TenantID) async throws -> TenantRoot {
        guard let newest = try await storedRoots(of: tenant).last else {
            throw SignInFault.damaged(kind: StoredRoot.kind)
        }
        return try newest.record.root()
    }

    /// The roots by age, which is the order of their ids.
    private func storedRoots(of tenant: TenantID) async throws -> [Loaded<StoredRoot>] {
        try await records.list(StoredRoot.self, of: tenant, limit: 10)
    }
}
