import ChaveBase
public import ChaveJOSE
public import SignInModel

extension SignIn {
    /// How long a new key is published before it signs, and how long readers may cache a JWKS.
    public static var keyPublicationSeconds: Int64 { 600 }

    private static let maximumKeys = 64

    /// The content of a tenant's `/.well-known/jwks.json`: keys that sign, will sign, or signed tokens that still
    /// count.
    ///
    /// - Throws: 404 `not_found` where there is no such tenant; no key is made then.
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

    /// Gives each algorithm of a tenant a new key, which is published at once and signs after ten minutes.
    ///
    /// The old key stays in the JWKS until its last token has expired. While a new key waits, this call does nothing.
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
            // The key may sign until the last moment; its tokens then count for their whole life and a reader's leeway.
            newest.record.endsAt = next.signsFrom.adding(seconds: policy.accessTokenSeconds + 60)
            change.insert(next)
            change.replace(newest)
            for old in row where old.record.endsAt.map({ $0 <= now }) ?? false { change.remove(old) }
        }
        guard try await records.commit(change) == .committed else {
            throw OAuthError(.conflict, "The keys are being rotated already.", status: 409)
        }
    }

    /// The key that signs now; the first key is made on first need.
    func signingKey(_ algorithm: OIDCClient.IDTokenAlgorithm, of tenant: TenantID) async throws -> SigningKeyRecord {
        let algorithm: JWSAlgorithm = algorithm == .es256 ? .es256 : .rs256
        return try await records.changing {
            let home = try await known(tenant)
            let now = world.now()
            let row = try await signingKeyRecords(of: tenant).map(\.record).filter { $0.algorithm == algorithm }
            let begun = row.filter { $0.signsFrom <= now }.max { $0.generation < $1.generation }
            // A clock that was set back leaves only keys that have not begun; readers most likely know the oldest one.
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

extension SignIn {
    /// How long a tenant's key for ID tokens signs before the server replaces it by itself.
    public static var signingKeySeconds: Int64 { 90 * 86_400 }

    /// Rotates a tenant's keys where the newest has signed for ``signingKeySeconds``, and returns whether it rotated
    /// them.
    ///
    /// A tenant without a key gets none: the first key is made on first need.
    public func rotateSigningKeysIfDue(of tenant: TenantID) async throws -> Bool {
        let before = world.now().adding(seconds: -SignIn.signingKeySeconds)
        let keys = try await records.list(SigningKeyRecord.self, of: tenant, limit: 64)
        let newest = Dictionary(grouping: keys.map(\.record), by: \.algorithm).values
            .compactMap { row in row.max { $0.generation < $1.generation } }
        guard newest.contains(where: { $0.signsFrom <= before }) else { return false }
        try await rotateSigningKeys(of: tenant)
        return true
    }
}
