import ChaveBase
import ChaveCredentialChain
import Hashing
import ServerTestSupport
import SignInModel

import enum Crypto.P256

@testable import SignInCore

/// A device with a key and, once it is bound, a credential.
struct TestDevice {
    let key = P256.Signing.PrivateKey()

    func request() async throws -> [UInt8] {
        try await CertificateRequest.make(key: key.publicKey) { [key] in try TestDevice.signature(of: $0, by: key) }
    }

    static func signature(of bytes: [UInt8], by key: P256.Signing.PrivateKey) throws -> [UInt8] {
        Array(try key.signature(for: bytes).derRepresentation)
    }
}

extension TestSignIn {
    static let home = TenantID.named("sandbox")
    static let app = "https://app.example"

    /// A tenant whose links lead to an app.
    func withTenant(_ tenant: TenantID = TestSignIn.home) async throws -> Self {
        _ = try await signIn.createTenant(tenant, displayName: "Loja Exemplo")
        let profile = ProfileDraft(displayName: "Loja Exemplo", registrationRedirectURI: TestSignIn.app)
        _ = try await signIn.configureProfile(profile, of: tenant)
        return self
    }

    func draft(_ name: String = "maria") -> UserDraft {
        UserDraft(externalID: name, email: "\(name)@example.com", userName: name, displayName: "Maria Silva")
    }

    func user(_ name: String = "maria", of tenant: TenantID = TestSignIn.home) async throws -> User {
        try await signIn.createUser(draft(name), of: tenant)
    }

    /// What the last mail's link carries.
    var mailedToken: String {
        let text = mail.mails.last?.text ?? ""
        return String(text.split(separator: "bind?token=").last?.prefix(43) ?? "")
    }

    func bind(
        _ device: TestDevice,
        token: String? = nil,
        named name: String = "Telefone"
    ) async throws -> BoundCredential {
        try await signIn.bind(token: token ?? mailedToken, request: device.request(), deviceName: name, tenant: nil)
    }

    /// A credential of a device that `parent` let in, recorded as an extension records it.
    func extend(
        _ parent: RecordedCredential,
        by key: P256.Signing.PrivateKey,
        to device: TestDevice,
        named name: String = "Tablet"
    ) async throws -> RecordedCredential {
        let holder = try await signIn.holder(of: parent.chain, tenant: parent.tenant)
        let id = signIn.world.newIDText()
        let bytes = try ChildCertificate.toBeSigned(
            subject: CredentialSubject(tenant: parent.tenant.text, user: parent.user, credential: id),
            key: device.key.publicKey,
            parent: holder.chain,
            serial: signIn.world.randomBytes(16),
            now: now,
            seconds: 300 * 86_400
        )
        let signature = try TestDevice.signature(of: bytes, by: key)
        let certificate = try ChildCertificate.assembled(toBeSigned: bytes, signature: signature, by: holder.chain)
        let child = RecordedCredential(
            tenant: parent.tenant,
            id: id,
            user: parent.user,
            parent: parent.id,
            depth: parent.depth + 1,
            deviceName: name,
            certificate: certificate,
            issuers: holder.chain.certificates,
            keyDigest: Digest(bytes: KeyDigest.of(device.key.publicKey)) ?? Digest(of: []),
            createdAt: now
        )
        var change = RecordChange()
        change.touch(holder.user)
        change.touch(holder.credential)
        change.insert(child)
        guard try await signIn.records.commit(change) == .committed else { throw SignInFault.contended }
        return child
    }

    func profile() -> Tenant { Tenant(tenant: TestSignIn.home, displayName: "Loja Exemplo", createdAt: now) }

    func recorded(_ id: String) async throws -> RecordedCredential? {
        try await signIn.records.find(RecordedCredential.self, id, of: TestSignIn.home)?.record
    }

    /// The code of the refusal; `nil` where there is none.
    func refusal(_ body: () async throws -> Void) async throws -> OAuthError? {
        do {
            try await body()
            return nil
        } catch let refusal as OAuthError {
            return refusal
        }
    }
}
