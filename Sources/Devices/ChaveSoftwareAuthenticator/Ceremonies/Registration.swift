import ChaveDeviceKeys
import ChaveWire

/// One registration: the steps of the client and of the authenticator (WebAuthn Level 3, sections 5.1.3 and 6.3.2).
struct Registration {
    let authenticator: SoftwareAuthenticator
    let options: CredentialCreationOptions

    private var store: any KeyStore { authenticator.store }
    private var configuration: SoftwareAuthenticator.Configuration { authenticator.configuration }

    func run() async throws(DeviceKeyError) -> CreatedCredential {
        let scope = try RelyingPartyScope(options.relyingPartyID, configuration)
        try requireUserID()
        let algorithm = try chooseAlgorithm()
        try requireAttachment()
        let isExcluded = holdsExcludedCredential(scope)
        let request = request(scope)
        let user = try await authenticator.ask(request)
        // The person and the relying party learn the device's content only with the person's consent; presence is
        // sufficient consent for that (section 6.3.2, step 3).
        try requireNotExcluded(isExcluded)
        try user.requireVerification(request.verification)
        let credential = try makeCredential(scope, algorithm)
        return try answer(credential, user, scope)
    }

    private func request(_ scope: RelyingPartyScope) -> GestureRequest {
        GestureRequest(
            ceremony: .registration,
            relyingPartyID: scope.id,
            userName: options.userName.isEmpty ? nil : options.userName,
            verification: GestureRequest.Verification(options: options.userVerification),
            timeoutMilliseconds: options.timeoutMilliseconds
        )
    }

    private func requireUserID() throws(DeviceKeyError) {
        guard (1...64).contains(options.userID.count) else {
            throw DeviceKeyError(.invalidOptions, "user.id must have 1 to 64 bytes", field: "user.id")
        }
    }

    /// The first offered algorithm that is supported; an empty offer means ES256 and RS256 (step 10).
    private func chooseAlgorithm() throws(DeviceKeyError) -> COSEAlgorithm {
        let offered =
            options.algorithms.isEmpty ? [.es256, .rs256] : options.algorithms.map(COSEAlgorithm.init(rawValue:))
        guard let algorithm = offered.first(where: CredentialPrivateKey.algorithms.contains) else {
            throw DeviceKeyError(.notSupported, "none of the offered algorithms can be made", field: "pubKeyCredParams")
        }
        return algorithm
    }

    private func requireAttachment() throws(DeviceKeyError) {
        guard let wanted = options.authenticatorAttachment, ["platform", "cross-platform"].contains(wanted) else {
            return
        }
        guard wanted == configuration.attachment else {
            throw DeviceKeyError(.notAllowed, "the relying party wants an authenticator that is \(wanted)")
        }
    }

    private func holdsExcludedCredential(_ scope: RelyingPartyScope) -> Bool {
        for id in options.excludedCredentials {
            // A damaged file does not exclude anyone: a new registration is the way out of the damage.
            if let held = try? store.credential(id), held.belongs(to: scope.id) { return true }
        }
        return false
    }

    private func requireNotExcluded(_ isExcluded: Bool) throws(DeviceKeyError) {
        guard !isExcluded else {
            throw DeviceKeyError(.credentialExcluded, "this device is already registered", field: "excludeCredentials")
        }
    }

    private func makeCredential(
        _ scope: RelyingPartyScope,
        _ algorithm: COSEAlgorithm
    ) throws(DeviceKeyError) -> DeviceCredential {
        let credential = DeviceCredential(
            id: configuration.randomBytes(32),
            relyingPartyID: scope.id,
            userHandle: options.userID,
            userName: AccountName.fitting(options.userName),
            userDisplayName: AccountName.fitting(options.userDisplayName),
            privateKey: try makeKey(algorithm),
            isDiscoverable: options.residentKey == "required" || options.residentKey == "preferred",
            createdAt: configuration.now()
        )
        try store.exclusively { () throws(DeviceKeyError) in
            let replaced = try credentialsReplaced(by: credential)
            try store.insert(credential)
            for id in replaced { try store.removeCredential(id) }
        }
        return credential
    }

    private func makeKey(_ algorithm: COSEAlgorithm) throws(DeviceKeyError) -> CredentialPrivateKey {
        if let imported = configuration.importedKey, imported.algorithm == algorithm { return imported }
        return try .generate(algorithm)
    }

    /// The earlier discoverable credentials of the same user, which a new one replaces (section 6.3.2, step 7).
    private func credentialsReplaced(by credential: DeviceCredential) throws(DeviceKeyError) -> [[UInt8]] {
        guard credential.isDiscoverable else { return [] }
        return try store.credentials().filter {
            $0.isDiscoverable && $0.belongs(to: credential.relyingPartyID) && $0.userHandle == credential.userHandle
        }.map(\.id)
    }

    private func answer(
        _ credential: DeviceCredential,
        _ user: UserFlags,
        _ scope: RelyingPartyScope
    ) throws(DeviceKeyError) -> CreatedCredential {
        let clientData = CollectedClientData(
            type: "webauthn.create",
            challenge: options.challenge,
            origin: scope.origin
        ).encoded()
        let ceremony = CredentialCeremony(
            credential: credential,
            flags: user.flags.union(configuration.backupFlags),
            signCount: credential.signCount
        )
        let data = ceremony.registrationData(aaguid: configuration.aaguid)
        return CreatedCredential(
            id: credential.id,
            attestationObject: try ceremony.attestationObject(data, attestation, clientDataJSON: clientData),
            clientDataJSON: clientData,
            authenticatorAttachment: configuration.attachment,
            transports: configuration.attachment == "platform" ? ["internal"] : [],
            clientExtensionResults: extensionResults(credential)
        )
    }

    /// `credProps`, when it was requested (section 10.1.3).
    private func extensionResults(_ credential: DeviceCredential) -> JSONObject {
        var results = JSONObject()
        if options.requestsCredentialProperties { results["credProps"] = ["rk": .bool(credential.isDiscoverable)] }
        return results
    }

    /// No attestation unless the relying party requests one (section 5.1.3, step 22).
    private var attestation: SoftwareAuthenticator.Configuration.Attestation {
        switch options.attestation {
        case "direct", "indirect", "enterprise": configuration.attestation
        default: .none
        }
    }
}
