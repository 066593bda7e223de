import ChaveBase
public import ChaveJOSE

extension SignIn {
    /// How long a new key is published before it signs, and for how long a JWKS may be kept by who reads it.
    public static var keyPublicationSeconds: Int64 { 600 }

    private static let maximumKeys = 64

    /// `/.well-known/jwks.json` of a tenant: keys that sign, will sign, or signed what still counts.
    ///
    /// - Throws: 404 `not_found` where there is no such tenant, and nothing is made for it.
    public func publicKeys(of tenant: TenantID) async throws -> JWKSet {
        _ = try await signingKey(.es256, of: tenant)
        let now = world.now()
        let keys = try await signingKeyRecords(of: tenant)
        let published = keys.filter { $0.record.endsAt.map { now < $0 } ?? true }
        do {
            return try JWKSet(published.map(\.record.key.publicKey))
        } catch {
            throw SignInFault.damaged(kind: SigningKeyRecord.kind)
        }
    }

    /// Gives each algorithm of a tenant a new key, published at once and signing after ten minutes.
    ///
    /// The old one stays in the JWKS until its last token is dead. While a new key waits, nothing is done.
    public func rotateSigningKeys(of tenant: TenantID) async throws {
        _ = try await signingKey(.es256, of: tenant)
        let now = world.now()
        let keys = try await signingKeyRecords(of: tenant)
        var change = RecordChange()
        for algorithm in JWSAlgorithm.allCases {
            let row = keys.filter { $0.record.algorithm == algorithm }
            guard var newest = row.max(by: { $0.record.generation < $1.record.generation }),
                newest.record.signsFrom <= now
            else { continue }
            let next = try SigningKeyRecord(
                tenant: tenant,
                algorithm: algorithm,
                generation: newest.record.generation + 1,
                signsFrom: now.adding(seconds: SignIn.keyPublicationSeconds)
            )
            // A token may be signed at the last moment, and counts for its whole life and a reader's leeway.
            newest.record.endsAt = next.signsFrom.adding(seconds: policy.accessTokenSeconds + 60)
            change.insert(next)
            change.replace(newest)
            for old in row where old.record.endsAt.map({ $0 <= now }) ?? false { change.remove(old) }
        }
        guard try await records.commit(change) == .committed else {
            throw OAuthError(.conflict, "The keys are being rotated already.", status: 409)
        }
    }

    /// The key that signs now; the first one is made when it is first needed.
    func signingKey(_ algorithm: OIDCClient.IDTokenAlgorithm, of tenant: TenantID) async throws -> SigningKeyRecord {
        let algorithm: JWSAlgorithm = algorithm == .es256 ? .es256 : .rs256
        return try await records.changing {
            let home = try await known(tenant)
            let now = world.now()
            let row = try await signingKeyRecords(of: tenant).map(\.record).filter { $0.algorithm == algorithm }
            let begun = row.filter { $0.signsFrom <= now }.max { $0.generation < $1.generation }
            // A clock that was set back leaves keys that have not begun; the oldest is the one that readers know best.
            if let key = begun ?? row.min(by: { $0.generation < $1.generation }) { return (RecordChange(), key) }
            let first = try SigningKeyRecord(tenant: tenant, algorithm: algorithm, generation: 0, signsFrom: now)
            var change = RecordChange()
            change.require(home)
            change.insert(first)
            return (change, first)
        }
    }

    func signingKeyRecords(of tenant: TenantID) async throws(SignInFault) -> [Loaded<SigningKeyRecord>] {
        try await records.list(SigningKeyRecord.self, of: tenant, limit: SignIn.maximumKeys)
    }
}
