import ChaveBase
import SignInModel
import StoreTestSupport
import Testing

@testable import SignInCore

/// A tenant with a person and a first device, over a store that counts what is asked of it.
struct ExtensionRig: Sendable {
    let test: TestSignIn
    let store: WatchedRecordStore
    let tenant: TenantID
    let certificates = TestCertificates()
    let first = TestDeviceKey()
    var exporter: ExtensionExporter { ExtensionExporter(tenant: tenant, user: "ana", credential: "ana-0") }

    var signIn: SignIn { test.signIn }

    init(seed: UInt64 = 1, extensions: ExtensionPolicy = ExtensionPolicy()) async throws {
        var policy = SignInPolicy(baseURL: TestSignIn.baseURL)
        policy.extensions = extensions
        let watched = WatchedRecordStore(WorldRecordStore())
        store = watched
        test = TestSignIn(seed: seed, policy: policy, watching: { _ in watched })
        tenant = try #require(TestSignIn.tenant)
        try await insert(Tenant(tenant: tenant, displayName: "Loja", createdAt: test.now))
        try await insertUser("ana")
        try await insert(credential("ana-0", of: "ana", key: first))
    }

    func insertUser(_ id: String) async throws {
        try await insert(
            User(
                tenant: tenant,
                id: id,
                externalID: id,
                email: "\(id)@example.com",
                userName: id,
                displayName: id,
                createdAt: test.now
            )
        )
    }

    func credential(
        _ id: String,
        of user: String,
        key: TestDeviceKey,
        parent: String? = nil,
        depth: Int64 = 0
    ) -> RecordedCredential {
        RecordedCredential(
            tenant: tenant,
            id: id,
            user: user,
            parent: parent,
            depth: depth,
            deviceName: id,
            certificate: TestCertificates.body(credential: id, user: user, key: key.publicKey),
            issuers: [],
            keyDigest: key.digest,
            createdAt: test.now
        )
    }

    func insert(_ record: some SignInRecord) async throws {
        var change = RecordChange()
        change.insert(record)
        #expect(try await signIn.records.commit(change) == .committed)
    }

    func changeUser(_ id: String, to status: User.Status) async throws {
        var user = try #require(try await signIn.records.find(User.self, id, of: tenant))
        user.record.status = status
        var change = RecordChange()
        change.replace(user)
        #expect(try await signIn.records.commit(change) == .committed)
    }

    func revoke(_ id: String) async throws {
        var credential = try #require(try await signIn.records.find(RecordedCredential.self, id, of: tenant))
        credential.record.status = .revoked
        var change = RecordChange()
        change.replace(credential)
        #expect(try await signIn.records.commit(change) == .committed)
    }

    func credentials() async throws -> [RecordedCredential] {
        try await signIn.records.list(RecordedCredential.self, of: tenant, limit: 100).map(\.record)
    }

    func session(_ id: String) async throws -> ExtensionSession {
        try #require(try await signIn.records.find(ExtensionSession.self, id, of: tenant)).record
    }

    /// A first device of a person.
    struct Device: Sendable {
        let exporter: ExtensionExporter
        let key: TestDeviceKey
    }

    /// Another one, directly under the root.
    func device(_ id: String, of user: String = "ana") async throws -> Device {
        let key = TestDeviceKey()
        try await insert(credential(id, of: user, key: key))
        return Device(exporter: ExtensionExporter(tenant: tenant, user: user, credential: id), key: key)
    }

    /// By the first device unless another is named; a device has one session at a time.
    func begin(by device: Device? = nil) async throws -> Session {
        let device = device ?? Device(exporter: exporter, key: first)
        let begun = try await signIn.beginExtension(by: device.exporter)
        return Session(
            rig: self,
            key: device.key,
            id: begun.state.id,
            token: begun.token,
            code: try #require(begun.state.code)
        )
    }

    /// A claim by a device that nobody saw before, from an address of its own unless one is given.
    func claim(
        _ code: String,
        key: TestDeviceKey = TestDeviceKey(),
        name: String = "Telefone",
        address: IPAddress? = nil,
        proofOfWork: String? = nil
    ) async throws -> BegunClaim {
        let own = try #require(IPAddress(bytes: Array(key.digest.bytes.prefix(4))))
        let claim = ExtensionClaim(
            tenant: tenant,
            code: code,
            certificateRequest: try key.request(),
            deviceName: name,
            address: address ?? own,
            proofOfWork: proofOfWork
        )
        return try await signIn.claimExtension(claim, certificates: certificates)
    }

    /// The code of an error that a claim is refused with; `nil` when it is taken.
    func refusal(
        _ code: String,
        key: TestDeviceKey = TestDeviceKey(),
        address: IPAddress? = nil
    ) async throws -> OAuthError? {
        do {
            _ = try await claim(code, key: key, address: address)
            return nil
        } catch let error as OAuthError {
            return error
        }
    }

    /// A session as the first device holds it.
    struct Session: Sendable {
        let rig: ExtensionRig
        let key: TestDeviceKey
        let id: String
        let token: String
        let code: String

        func look() async throws -> ExtensionView { try await rig.signIn.extensionState(id, token: token, tenant: nil) }

        func approve(_ pairing: PairingView, number: MatchNumber? = nil, by key: TestDeviceKey? = nil) async throws
            -> ExtensionView
        {
            let approval = PairingApproval(
                pairing: pairing.id,
                number: number ?? pairing.number,
                signature: try (key ?? self.key).signature(over: pairing.toBeSigned)
            )
            return try await rig.signIn.approvePairing(
                approval,
                of: id,
                token: token,
                tenant: nil,
                certificates: rig.certificates
            )
        }

        func refuse(_ pairing: String) async throws -> ExtensionView {
            try await rig.signIn.refusePairing(pairing, of: id, token: token, tenant: nil)
        }

        func cancel() async throws -> ExtensionView {
            try await rig.signIn.cancelExtension(id, token: token, tenant: nil)
        }
    }
}

extension String {
    /// Another code of as many digits.
    var wrong: String { (first == "9" ? "0" : "9") + dropFirst() }
}
