import ChaveBase

extension SignIn {
    /// How long a tenant's key for ID tokens signs before the server gives it another by itself.
    public static var signingKeySeconds: Int64 { 90 * 86_400 }

    /// Rotates a tenant's keys where the newest has signed for ``signingKeySeconds``; whether it did.
    ///
    /// A tenant that has none yet is given none: the first is made when it is needed.
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
