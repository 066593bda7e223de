#if os(Linux)
    import ChaveBase

    public import ChaveDeviceKeys
    public import ChaveSoftwareAuthenticator
    import ChaveWire

    /// Signing keys in a key store of the software authenticator, as safe as that store and its account.
    public struct SoftwareSigningKeys: DeviceSigningKeys {
        /// The relying party of these keys; no real one has this name, so no WebAuthn ceremony finds them.
        private static let purpose = "chave:sign-in"

        /// Always true: the gesture receives the prompt and must show it.
        public let showsPrompt = true

        private let store: any KeyStore
        private let gesture: UserGesture
        private let configuration: SoftwareAuthenticator.Configuration

        /// Creates keys in `store`, whose use `gesture` confirms; `configuration` gives the random bytes and the clock.
        public init(
            store: any KeyStore,
            gesture: UserGesture,
            configuration: SoftwareAuthenticator.Configuration = SoftwareAuthenticator.Configuration()
        ) {
            self.store = store
            self.gesture = gesture
            self.configuration = configuration
        }

        public func create() async throws(DeviceKeyError) -> String {
            let id = configuration.randomBytes(16)
            let credential = DeviceCredential(
                id: id,
                relyingPartyID: SoftwareSigningKeys.purpose,
                userHandle: [],
                privateKey: try CredentialPrivateKey.generate(.es256),
                isDiscoverable: false,
                createdAt: configuration.now()
            )
            try store.insert(credential)
            return Base64URL.encode(id)
        }

        public func publicKey(_ handle: String) throws(DeviceKeyError) -> [UInt8] {
            guard case .ec2(_, _, let x, let y) = try key(handle).publicKey else { throw .noSigningKey }
            return [4] + x + y
        }

        public func sign(
            _ message: [UInt8],
            with handle: String,
            prompt: String
        ) async throws(DeviceKeyError) -> [UInt8] {
            let key = try key(handle)
            let request = GestureRequest(
                ceremony: .authentication,
                relyingPartyID: SoftwareSigningKeys.purpose,
                userName: nil,
                verification: .required,
                prompt: prompt
            )
            let answer = await gesture.ask(request)
            guard !Task.isCancelled else { throw DeviceKeyError(.userCancelled, "the call was cancelled") }
            switch answer {
            case .verified: return try key.signature(over: message)
            case .present: throw DeviceKeyError(.notAllowed, "the person must be verified, and was not")
            case .cancelled: throw DeviceKeyError(.userCancelled, "the person said no or did not answer")
            case .failed(let error): throw error
            }
        }

        public func delete(_ handle: String) throws(DeviceKeyError) {
            guard let id = try? Base64URL.decode(handle) else { return }
            try store.removeCredential(id)
        }

        private func key(_ handle: String) throws(DeviceKeyError) -> CredentialPrivateKey {
            guard let id = try? Base64URL.decode(handle), let credential = try store.credential(id),
                credential.relyingPartyID == SoftwareSigningKeys.purpose
            else { throw .noSigningKey }
            return credential.privateKey
        }
    }

    extension DeviceKeyError {
        fileprivate static var noSigningKey: DeviceKeyError {
            DeviceKeyError(.noCredential, "this device holds no such key")
        }
    }
#endif
