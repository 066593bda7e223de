import ChaveDeviceKeys
import ChaveWire
import Testing

@testable import ChaveSoftwareAuthenticator

/// What a store takes it can read again.
@Suite struct StorableTests {
    private func credential(id: [UInt8] = [1], userName: String = "", handle: [UInt8] = [1]) throws -> DeviceCredential
    {
        DeviceCredential(
            id: id,
            relyingPartyID: "bank.example",
            userHandle: handle,
            userName: userName,
            privateKey: try .generate(.es256),
            isDiscoverable: true,
            createdAt: 1
        )
    }

    @Test(arguments: KeyStoreConformanceTests.Backend.allCases)
    func whatCouldNotBeReadAgainIsNotTaken(_ backend: KeyStoreConformanceTests.Backend) async throws {
        let directory = try TemporaryDirectory()
        let store = try backend.store(directory)
        for unfit in [
            try credential(id: []), try credential(id: [UInt8](repeating: 1, count: 1_024)),
            try credential(userName: String(repeating: "a", count: 2 << 20)),
            try credential(handle: [UInt8](repeating: 1, count: 2 << 20)),
        ] {
            await expectCode(.store) { try store.insert(unfit) }
            #expect(try store.credential(unfit.id) == nil)
        }
        #expect(try store.credentials().isEmpty)
    }

    @Test func aNameThatIsTooLongIsCutAndTheCredentialStaysUsable() async throws {
        let directory = try TemporaryDirectory()
        let store = try EncryptedKeyStore(directory: directory.store, protection: .test)
        let created = try await Sample.authenticator(store).makeCredential(
            Sample.creation {
                $0.userName = String(repeating: "João 🗝 ", count: 200_000)
                $0.userDisplayName = "a" + String(repeating: "\u{301}", count: 1_000_000)
            }
        )
        let stored = try #require(try store.credential(created.id))
        #expect((64...256).contains(stored.userName.utf8.count))
        #expect(stored.userName.hasPrefix("João 🗝 João"))
        // One character that never ends is nothing to show.
        #expect(stored.userDisplayName.isEmpty)
        _ = try await Sample.authenticator(store).getAssertion(
            Sample.request { $0.allowedCredentials = [created.id] }
        )
    }

    @Test func aNameIsNeverCutWithinACharacter() {
        for count in 0..<300 {
            let name = String(repeating: "a", count: count) + "👩‍👩‍👧‍👦é"
            let cut = AccountName.fitting(name)
            #expect(cut.utf8.count <= 256)
            #expect(name.hasPrefix(cut))
            #expect(cut == name || cut.utf8.count + 25 > 256)
        }
    }

    @Test func aShortNameIsKeptAsItCame() {
        for name in ["", "ana", String(repeating: "ç", count: 128)] { #expect(AccountName.fitting(name) == name) }
    }
}
