import ChaveJOSE
import ChaveWire
import Crypto
import Synchronization

@testable import SignInCore

/// Chains that are two labels instead of certificates: it knows one device's, and looks its state up in the records.
final class TestCredentials: CredentialResolving {
    static let chain: [[UInt8]] = [[1, 2, 3], [9]]

    let key = P256.Signing.PrivateKey()
    private let store: SignIn
    private let asked = Mutex(0)

    init(store: SignIn) { self.store = store }

    /// How often somebody asked what is recorded.
    var timesAsked: Int { asked.withLock { $0 } }

    func leafKey(of certificates: [[UInt8]], tenant: TenantID) async throws -> P256.Signing.PublicKey? {
        certificates == TestCredentials.chain ? key.publicKey : nil
    }

    func signer(of certificates: [[UInt8]], tenant: TenantID) async throws -> ProofSigner {
        asked.withLock { $0 += 1 }
        let user = try await store.records.find(User.self, OAuthRig.user, of: tenant)?.record
        let device = try await store.records.find(RecordedCredential.self, OAuthRig.credential, of: tenant)?.record
        let state: String? =
            switch (user?.status, device?.status) {
            case (.suspended, _): "user_suspended"
            case (.deleted, _), (nil, _): "user_deleted"
            case (.active, .active): nil
            case (.active, _): "device_deleted"
            }
        if let state {
            var members = JSONObject()
            members["credential_state"] = .string(state)
            throw OAuthError(.accessDenied, "It does not count any more.", status: 403, members: members)
        }
        return ProofSigner(user: OAuthRig.user, credential: OAuthRig.credential)
    }
}
