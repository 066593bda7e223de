#if os(Linux)
    import ChaveDeviceKeys
    import ChaveSoftwareAuthenticator
    import ChaveTransport
    import Crypto
    import Testing

    @testable import BeyondIdentityEmbedded

    struct SoftwareSigningKeysTests {
        private let store = MemoryKeyStore()

        private func keys(_ answer: GestureAnswer, _ asked: Lines = Lines()) -> SoftwareSigningKeys {
            SoftwareSigningKeys(
                store: store,
                gesture: UserGesture { request in
                    asked.append("\(request.prompt ?? "") \(request.requiresVerification)")
                    return answer
                }
            )
        }

        @Test func aKeySignsOnceThePersonIsVerified() async throws {
            let asked = Lines()
            let keys = keys(.verified, asked)
            let handle = try await keys.create()
            let key = try P256.Signing.PublicKey(x963Representation: try keys.publicKey(handle))
            let der = try await keys.sign([1, 2, 3], with: handle, prompt: "Agree?")
            let signature = try P256.Signing.ECDSASignature(derRepresentation: der)
            #expect(key.isValidSignature(signature, for: [1, 2, 3] as [UInt8]))
            #expect(asked.texts == ["Agree? true"])
        }

        @Test func presenceAloneSignsNothing() async throws {
            let handle = try await keys(.present).create()
            await #expect(throws: DeviceKeyError.self) {
                try await keys(.present).sign([1], with: handle, prompt: "")
            }
            await #expect(throws: DeviceKeyError.self) {
                try await keys(.cancelled).sign([1], with: handle, prompt: "")
            }
        }

        @Test func aDeletedKeyIsGone() async throws {
            let keys = keys(.verified)
            let handle = try await keys.create()
            try keys.delete(handle)
            try keys.delete(handle)
            #expect(throws: DeviceKeyError.self) { try keys.publicKey(handle) }
            #expect(try store.credentials().isEmpty)
        }

        @Test func noWebAuthnCeremonyFindsTheKey() async throws {
            let handle = try await keys(.verified).create()
            let stored = try #require(try store.credentials().first)
            #expect(!stored.isDiscoverable)
            #expect(stored.relyingPartyID.contains(":"))
            #expect(!handle.isEmpty)
        }
    }
#endif
