import ChaveBase
import ChaveCredentialChain
public import SignInModel

extension SignIn {
    /// Spends a mailed token on a device's key: issues its certificate and records it, in one commit.
    ///
    /// The same token with the same key gets the same answer again until the link's end, so that a device that lost the
    /// answer can continue. A recovery revokes the user's other credentials in the same commit. `request` is PKCS#10 in
    /// DER, signed by the new key. `tenant` is the tenant in the address, or `nil` where the address names none.
    public func bind(
        token: String,
        request: [UInt8],
        deviceName: String,
        tenant place: TenantID?
    ) async throws -> BoundCredential {
        let deviceName = try DeviceName.checked(deviceName)
        let request = try SignIn.verified(request)
        let id = world.newIDText()
        return try await records.changing {
            var link = try await liveLink(token, at: place)
            var user = try await active(link.record.user, of: link.record.tenant)
            let tenant = try await known(link.record.tenant)
            if let spent = link.record.spent {
                return (RecordChange(), try await boundBefore(spent, by: request, of: tenant.record))
            }
            let credential = try await issued(id, to: request, of: user.record, named: deviceName)
            var change = RecordChange()
            // The link was mailed to the user's present address.
            user.record.hasProvenMail = true
            switch link.record.purpose {
            case .registration: change.replace(user)
            case .recovery: try await endOthers(of: user, in: &change)
            }
            link.record.spent = MailedLink.Spending(key: credential.keyDigest, credential: id)
            change.replace(link)
            change.insert(credential)
            let isRecovery = link.record.purpose == .recovery
            note(.credentialBound, credential.tenant, user: credential.user, credential: id, in: &change)
            if isRecovery {
                note(.userRecovered, credential.tenant, user: credential.user, credential: id, in: &change)
            }
            return (change, bound(credential, in: tenant.record))
        }
    }

    /// The answer that a device gets for its recorded credential.
    func bound(_ credential: RecordedCredential, in tenant: Tenant) -> BoundCredential {
        BoundCredential(credential: credential, profile: tenant)
    }

    /// The request, whose signature proves that the device has the key.
    static func verified(_ request: [UInt8]) throws(OAuthError) -> CertificateRequest {
        do {
            return try CertificateRequest(verifying: request)
        } catch {
            throw TextRule.refusal("csr", "is no certificate request that holds (\(error.rawValue))")
        }
    }

    private func active(_ id: String, of tenant: TenantID) async throws -> Loaded<User> {
        guard let user = try await records.find(User.self, id, of: tenant) else { throw SignIn.invalidToken }
        // Suspending or deleting a user removes the user's links.
        guard user.record.status == .active else { throw SignIn.invalidToken }
        return user
    }

    private func boundBefore(
        _ spent: MailedLink.Spending,
        by request: CertificateRequest,
        of tenant: Tenant
    ) async throws -> BoundCredential {
        guard let key = Digest(bytes: request.keyDigest), key.equalsInConstantTime(spent.key),
            let known = try await records.find(RecordedCredential.self, spent.credential, of: tenant.tenant),
            known.record.status == .active
        else { throw SignIn.invalidToken }
        return bound(known.record, in: tenant)
    }

    private func issued(
        _ id: String,
        to request: CertificateRequest,
        of user: User,
        named name: String
    ) async throws -> RecordedCredential {
        guard let key = Digest(bytes: request.keyDigest) else {
            throw SignInFault.damaged(kind: RecordedCredential.kind)
        }
        try await requireNew(key, of: user.tenant)
        let root = try await signingRoot(of: user.tenant)
        let certificate = try certificate(
            for: CredentialSubject(tenant: user.tenant.text, user: user.id, credential: id),
            key: request.publicKey,
            by: root,
            seconds: policy.certificateSeconds
        )
        return RecordedCredential(
            tenant: user.tenant,
            id: id,
            user: user.id,
            parent: nil,
            depth: 0,
            deviceName: name,
            certificate: certificate,
            issuers: [root.certificate],
            keyDigest: key,
            createdAt: world.now()
        )
    }

    /// Demands a key without a credential: one key has one credential, and a revoked credential keeps its key.
    func requireNew(_ key: Digest, of tenant: TenantID) async throws {
        let index = RecordedCredential.index(key: key)
        guard try await records.find(RecordedCredential.self, by: index, of: tenant) == nil else {
            throw OAuthError(
                .conflict,
                "The key has a credential already: make a new one.",
                status: 409,
                field: "csr"
            )
        }
    }

    /// Revokes the user's other credentials, and changes the user, so that a concurrent commit of a new credential
    /// fails.
    private func endOthers(of user: Loaded<User>, in change: inout RecordChange) async throws {
        var user = user
        user.record.changedAt = world.now()
        user.record.validFrom = world.now()
        change.replace(user)
        for var other in try await credentials(of: user.record.id, user.record.tenant)
        where other.record.status == .active {
            other.record.revoke(at: world.now())
            change.replace(other)
            note(of: other.record, in: &change)
        }
        try await endBrowsers(of: user.record.id, user.record.tenant, in: &change)
    }
}
