import BeyondIdentityEmbedded
import ChaveDeviceKeys
import ChaveTransport
import Crypto

/// Keys in memory, and a person who answers as a test wants.
final class TestKeys: DeviceSigningKeys {
    enum Person: Sendable {
        case agrees
        case refuses
        /// Does not answer until the call is cancelled.
        case isAway
        case fails
    }

    private struct State {
        var keys: [String: P256.Signing.PrivateKey] = [:]
        var prompts: [String] = []
        var person = Person.agrees
        var next = 0
        var showsPrompt = true
        var hasLock = true
    }

    private let state = Locked(State())

    var prompts: [String] { state.withLock { $0.prompts } }
    var handles: Set<String> { state.withLock { Set($0.keys.keys) } }
    var showsPrompt: Bool { state.withLock { $0.showsPrompt } }
    func hidePrompts() { state.withLock { $0.showsPrompt = false } }
    /// A device whose owner has set no code: it makes no keys.
    func setLock(_ isSet: Bool) { state.withLock { $0.hasLock = isSet } }
    func person(_ person: Person) { state.withLock { $0.person = person } }

    func create() async throws(DeviceKeyError) -> String {
        guard state.withLock({ $0.hasLock }) else { throw DeviceKeyError(.noDeviceLock, "no lock") }
        return state.withLock { state in
            state.next += 1
            state.keys["key-\(state.next)"] = P256.Signing.PrivateKey()
            return "key-\(state.next)"
        }
    }

    func publicKey(_ handle: String) throws(DeviceKeyError) -> [UInt8] {
        Array(try key(handle).publicKey.x963Representation)
    }

    func sign(_ message: [UInt8], with handle: String, prompt: String) async throws(DeviceKeyError) -> [UInt8] {
        let person = state.withLock { state in
            state.prompts.append(prompt)
            return state.person
        }
        switch person {
        case .agrees: break
        case .refuses: throw DeviceKeyError(.userCancelled, "no")
        case .fails: throw DeviceKeyError(.pinBlocked, "blocked")
        case .isAway:
            while !Task.isCancelled { try? await Task.sleep(nanoseconds: 1_000_000) }
            throw DeviceKeyError(.userCancelled, "nobody")
        }
        do {
            return Array(try key(handle).signature(for: message).derRepresentation)
        } catch let error as DeviceKeyError {
            throw error
        } catch {
            throw DeviceKeyError(.store, "it does not sign")
        }
    }

    func delete(_ handle: String) throws(DeviceKeyError) { state.withLock { $0.keys[handle] = nil } }

    private func key(_ handle: String) throws(DeviceKeyError) -> P256.Signing.PrivateKey {
        guard let key = state.withLock({ $0.keys[handle] }) else { throw DeviceKeyError(.noCredential, "none") }
        return key
    }
}
