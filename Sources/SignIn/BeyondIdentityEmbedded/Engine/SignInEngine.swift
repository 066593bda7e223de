import ChaveBase
import ChaveTransport

/// One device that signs in as one client.
///
/// `CallQueue` runs its calls one at a time. Between calls the engine stores the keys of issuers.
actor SignInEngine {
    nonisolated let configuration: SignInConfiguration
    nonisolated let log: SignInLog
    nonisolated let vault: CredentialVault
    var issuerKeys: [String: IssuerKeys] = [:]
    /// The running refresh, for which all callers that need it wait.
    var refreshing: Task<Result<AccessToken, SignInError>, Never>?

    init(_ configuration: SignInConfiguration, log: SignInLog) {
        self.configuration = configuration
        self.log = log
        vault = CredentialVault(store: configuration.surroundings.store, random: configuration.surroundings.random)
    }

    nonisolated var surroundings: SignInSurroundings { configuration.surroundings }
    nonisolated var clock: DeviceClock { surroundings.clock }
    nonisolated var nowSeconds: Int64 { clock.now() / 1_000_000 }

    /// Creates the connection to the server.
    ///
    /// - Throws: `.configuration` before anything is sent, when the domain has no address.
    func connection() throws(SignInError) -> SignInConnection {
        let base = try configuration.domain.baseURL(named: surroundings.addressNamed)
        return SignInConnection(base: base, surroundings: surroundings)
    }

    func randomText() -> String { Base64URL.encode(surroundings.random(32)) }

    func createPKCE() -> PKCE { PKCE(random: surroundings.random(32)) }

    func credentials() throws(SignInError) -> [Credential] { try vault.credentials().map(\.credential) }

    /// Removes the credential and its key from this device.
    func delete(_ handle: Credential.Handle?) throws(SignInError) -> Credential.Handle {
        guard let handle, let kept = try vault.credential(of: handle.value) else { throw .credentialNotFound }
        // The key goes first: a credential without its key is useless, and the call can be repeated.
        if let key = kept.text(.keyHandle) { try deleteKey(key) }
        try TokenStore.removeAll(of: kept.tenant, in: surroundings.store)
        try vault.remove(tenant: kept.tenant)
        return handle
    }

    /// Removes all credentials, their keys, pins and tokens, even when the list of credentials is damaged.
    func deleteAll() throws(SignInError) {
        for handle in try vault.clear() { try? deleteKey(handle) }
    }

    func deleteKey(_ handle: String) throws(SignInError) {
        do { try surroundings.keys.delete(handle) } catch { throw SignInError(error) }
    }

    /// Stores the state of a credential that the server has reported.
    func note(_ state: CredentialState, of credential: KeptCredential) throws(SignInError) {
        guard credential.state != state else { return }
        var changed = credential
        changed.set(state)
        try vault.keep(changed)
    }
}
