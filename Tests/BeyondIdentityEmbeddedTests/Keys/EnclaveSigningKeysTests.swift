import ChaveBase
import ChaveDeviceKeys
import ChaveSoftwareAuthenticator
import ChaveTransport
import Crypto
import Testing

@testable import BeyondIdentityEmbedded

struct EnclaveSigningKeysTests {
    private let enclave = FakeEnclave()
    private let store = MemoryKeyStore()

    private func keys(_ enclave: FakeEnclave? = nil) -> EnclaveSigningKeys {
        EnclaveSigningKeys(enclave: enclave ?? self.enclave, store: store, showsPrompt: false, makeHandle: { "key-1" })
    }

    @Test func aKeySignsOnceThePersonIsVerified() async throws {
        let keys = keys()
        let handle = try await keys.create()
        let key = try P256.Signing.PublicKey(x963Representation: try keys.publicKey(handle))
        #expect(enclave.state.withLock { $0.reasons }.isEmpty)
        let der = try await keys.sign([1, 2, 3], with: handle, prompt: "Agree?")
        let signature = try P256.Signing.ECDSASignature(derRepresentation: der)
        #expect(key.isValidSignature(signature, for: [1, 2, 3] as [UInt8]))
        #expect(enclave.state.withLock { $0.reasons } == ["Agree?"])
    }

    /// The system's prompt is given no empty text, which it would end the app for.
    @Test func anEmptyPromptIsAWordOfOurs() async throws {
        let keys = keys()
        let handle = try await keys.create()
        _ = try await keys.sign([1], with: handle, prompt: " \n")
        #expect(enclave.state.withLock { $0.reasons } == ["Confirm that it is you"])
    }

    @Test func eachSignatureAsksAnew() async throws {
        let keys = keys()
        let handle = try await keys.create()
        _ = try await keys.sign([1], with: handle, prompt: "one")
        _ = try await keys.sign([2], with: handle, prompt: "two")
        #expect(enclave.state.withLock { $0.reasons } == ["one", "two"])
    }

    @Test func withoutAChipOrALockNoKeyIsMade() async throws {
        enclave.state.withLock { $0.isAvailable = false }
        await expect(.notSupported) { _ = try await self.keys().create() }
        enclave.state.withLock {
            $0.isAvailable = true
            $0.lockFault = .noPasscode
        }
        await expect(.noDeviceLock) { _ = try await self.keys().create() }
        enclave.state.withLock {
            $0.lockFault = nil
            $0.makeFault = PlatformFault(domain: PlatformFault.osStatus, code: -25308)
        }
        await expect(.storeLocked) { _ = try await self.keys().create() }
        #expect(try store.secretNames().isEmpty)
    }

    @Test func whatThePersonOrTheChipRefusesSignsNothing() async throws {
        let handle = try await keys().create()
        answer(with: -2)
        await expect(.userCancelled) { _ = try await self.keys().sign([1], with: handle, prompt: "") }
        answer(with: -8)
        await expect(.lockedOut) { _ = try await self.keys().sign([1], with: handle, prompt: "") }
        enclave.state.withLock {
            $0.person = .agrees
            $0.signFault = PlatformFault(domain: PlatformFault.cryptoTokenKit, code: -6)
        }
        await expect(.noCredential) { _ = try await self.keys().sign([1], with: handle, prompt: "") }
        #expect(enclave.state.withLock { $0.signatures } == 0)
    }

    @Test func aSealedKeyThatTheChipDoesNotOpenIsGone() async throws {
        let handle = try await keys().create()
        try store.setSecret(handle, [1, 2, 3])
        await expect(.noCredential) { _ = try self.keys().publicKey(handle) }
        await expect(.noCredential) { _ = try await self.keys().sign([1], with: handle, prompt: "") }
    }

    @Test func aDeletedKeyIsGoneAndNobodyIsAsked() async throws {
        let keys = keys()
        let handle = try await keys.create()
        try keys.delete(handle)
        try keys.delete(handle)
        await expect(.noCredential) { _ = try keys.publicKey(handle) }
        await expect(.noCredential) { _ = try await keys.sign([1], with: handle, prompt: "") }
        #expect(enclave.state.withLock { $0.reasons }.isEmpty)
    }

    @Test func cancellingTakesThePromptAway() async throws {
        enclave.state.withLock { $0.person = .isAway }
        let keys = keys()
        let handle = try await keys.create()
        let call = Task { await code { _ = try await keys.sign([1], with: handle, prompt: "") } }
        try await eventually { enclave.state.withLock { !$0.reasons.isEmpty } }
        call.cancel()
        #expect(await call.value == .userCancelled)
        #expect(enclave.state.withLock { $0.ended } == 1)
    }

    @Test func whoIsCancelledBeforeIsNotAsked() async throws {
        let keys = keys()
        let handle = try await keys.create()
        let call = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return await code { _ = try await keys.sign([1], with: handle, prompt: "") }
        }
        #expect(await call.value == .userCancelled)
        #expect(enclave.state.withLock { $0.reasons }.isEmpty)
    }

    /// The person's yes came when the call had been given up: it releases no signature.
    @Test func aYesThatComesTooLateSignsNothing() async throws {
        let enclave = FakeEnclave { withUnsafeCurrentTask { $0?.cancel() } }
        let keys = keys(enclave)
        let handle = try await keys.create()
        let call = Task { await code { _ = try await keys.sign([1], with: handle, prompt: "") } }
        #expect(await call.value == .userCancelled)
        #expect(enclave.state.withLock { $0.signatures } == 0)
    }

    /// What LocalAuthentication says when the person is asked.
    private func answer(with code: Int) {
        let fault = PlatformFault(domain: PlatformFault.localAuthentication, code: code)
        enclave.state.withLock { $0.person = .fault(fault) }
    }

    private func expect(
        _ expected: DeviceKeyError.Code,
        sourceLocation: SourceLocation = #_sourceLocation,
        _ body: () async throws -> Void
    ) async {
        #expect(await code(body) == expected, sourceLocation: sourceLocation)
    }

    private func code(_ body: () async throws -> Void) async -> DeviceKeyError.Code? {
        do {
            try await body()
            return nil
        } catch {
            return (error as? DeviceKeyError)?.code
        }
    }
}
