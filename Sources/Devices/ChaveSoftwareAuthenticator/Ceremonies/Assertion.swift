import ChaveDeviceKeys
import ChaveWire

/// One assertion: the steps of the client and of the authenticator (WebAuthn Level 3, sections 5.1.4.1 and 6.3.3).
struct Assertion {
    let authenticator: SoftwareAuthenticator
    let options: CredentialRequestOptions

    private var store: any KeyStore { authenticator.store }
    private var configuration: SoftwareAuthenticator.Configuration { authenticator.configuration }

    func run() async throws(DeviceKeyError) -> CredentialAssertion {
        let scope = try RelyingPartyScope(options.relyingPartyID, configuration)
        let credential = try await chooseCredential(scope)
        let request = request(scope, credential)
        let user = try await authenticator.ask(request)
        try user.requireVerification(request.verification)
        // The relying party learns only with the person's consent that there is no credential (section 14.5.2).
        guard let credential else {
            throw DeviceKeyError(.noCredential, "this device holds no credential that the relying party allows")
        }
        return try answer(credential, user, scope)
    }

    private func request(_ scope: RelyingPartyScope, _ credential: DeviceCredential?) -> GestureRequest {
        GestureRequest(
            ceremony: .authentication,
            relyingPartyID: scope.id,
            userName: credential.flatMap { $0.userName.isEmpty ? nil : $0.userName },
            verification: GestureRequest.Verification(options: options.userVerification),
            timeoutMilliseconds: options.timeoutMilliseconds
        )
    }

    /// The first allowed id that this device holds, else the first such fallback id.
    ///
    /// An empty allow list selects among the discoverable credentials first.
    private func chooseCredential(_ scope: RelyingPartyScope) async throws(DeviceKeyError) -> DeviceCredential? {
        if options.allowedCredentials.isEmpty {
            let offered = try store.credentials().filter { $0.isDiscoverable && $0.belongs(to: scope.id) }
            if !offered.isEmpty { return try await configuration.accountChoice.choose(scope.id, offered) }
        }
        return try findCredential(scope)
    }

    private func findCredential(_ scope: RelyingPartyScope) throws(DeviceKeyError) -> DeviceCredential? {
        var damage: DeviceKeyError?
        for id in options.allowedCredentials + options.fallbackCredentials {
            do {
                if let held = try store.credential(id), held.belongs(to: scope.id) { return held }
            } catch {
                // Another credential of the list may be undamaged.
                damage = damage ?? error
            }
        }
        if let damage { throw damage }
        return nil
    }

    private func answer(
        _ credential: DeviceCredential,
        _ user: UserFlags,
        _ scope: RelyingPartyScope
    ) throws(DeviceKeyError) -> CredentialAssertion {
        let clientData = CollectedClientData(
            type: "webauthn.get",
            challenge: options.challenge,
            origin: scope.origin
        ).encoded()
        // The counter is durable before any signature contains it.
        let signCount = try store.nextSignCount(of: credential.id)
        let ceremony = CredentialCeremony(
            credential: credential,
            flags: user.flags.union(configuration.backupFlags),
            signCount: signCount
        )
        let data = ceremony.assertionData()
        return CredentialAssertion(
            id: credential.id,
            authenticatorData: data,
            clientDataJSON: clientData,
            signature: try ceremony.signature(over: data, clientDataJSON: clientData),
            userHandle: credential.userHandle.isEmpty ? nil : credential.userHandle,
            authenticatorAttachment: configuration.attachment
        )
    }
}
