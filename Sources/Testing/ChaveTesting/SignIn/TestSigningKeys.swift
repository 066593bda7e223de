public import BeyondIdentityEmbedded
import ChaveBase
public import ChaveDeviceKeys
import Crypto

/// The signing keys of a device in memory, and a person who follows a script.
///
/// Real P-256 keys that follow from the seed, and real signatures. Of the answers, `signsWrongly` gives a signature that
/// does not hold and `isOnlyPresent` is refused, because sign-in wants the person verified.
public final class TestSigningKeys: DeviceSigningKeys {
    private struct State {
        var keys: [String: P256.Signing.PrivateKey] = [:]
        var showsPrompt = true
        var hasLock = true
        var lastNumber = 0
    }

    private let state = Locked(State())
    private let script: TestScript<String>
    private let random: TestRandom

    /// A device without keys, whose person gives `answer` unless a test says otherwise.
    public init(_ answer: TestAnswer = .agrees, clock: TestClock = TestClock(), seed: UInt64 = 1) {
        script = TestScript(answer, clock: clock)
        random = TestRandom(seed: seed, for: "signing keys")
    }

    /// What the person was asked, the oldest first.
    public var prompts: [String] { script.questions }

    /// What names the keys that this device holds.
    public var handles: Set<String> { state.withLock { Set($0.keys.keys) } }

    /// As ``setShowsPrompt(_:)`` has it; true at first.
    public var showsPrompt: Bool { state.withLock { $0.showsPrompt } }

    /// Whether the person reads the prompt; with Face ID they do not.
    public func setShowsPrompt(_ isShown: Bool) { state.withLock { $0.showsPrompt = isShown } }

    /// Whether the device has a code or password; without one it makes no keys.
    public func setHasLock(_ hasLock: Bool) { state.withLock { $0.hasLock = hasLock } }

    /// What the person does from now on, after what ``answerNext(_:)`` has lined up.
    public func setAnswer(_ answer: TestAnswer) { script.setAnswer(answer) }

    /// What the person does at the next questions, one each; afterwards as before.
    public func answerNext(_ answers: TestAnswer...) { script.answerNext(answers) }

    /// Makes a key; nobody is asked.
    public func create() async throws(DeviceKeyError) -> String {
        let key = makeKey()
        let handle = state.withLock { state -> String? in
            guard state.hasLock else { return nil }
            state.lastNumber += 1
            state.keys["key-\(state.lastNumber)"] = key
            return "key-\(state.lastNumber)"
        }
        guard let handle else {
            throw DeviceKeyError(.noDeviceLock, "this device has no lock; set one in its settings")
        }
        return handle
    }

    /// Not every number is a key of the curve; the few that are not leave the choice to the library.
    private func makeKey() -> P256.Signing.PrivateKey {
        (try? P256.Signing.PrivateKey(rawRepresentation: random.bytes(32))) ?? P256.Signing.PrivateKey()
    }

    /// The public key as an uncompressed point.
    public func publicKey(_ handle: String) throws(DeviceKeyError) -> [UInt8] {
        Array(try key(handle).publicKey.x963Representation)
    }

    /// Asks the person and signs, or fails as the script has it.
    public func sign(_ message: [UInt8], with handle: String, prompt: String) async throws(DeviceKeyError) -> [UInt8] {
        let key = try key(handle)
        switch try await script.ask(prompt, for: .authentication) {
        case .agrees(isVerified: true): return try TestSigningKeys.signature(of: key, over: message)
        case .agrees(isVerified: false): throw DeviceKeyError(.notAllowed, "the person must be verified, and was not")
        case .signsWrongly: return try TestSigningKeys.signature(of: key, over: message + [0])
        }
    }

    /// Destroys the key of that name, if there is one.
    public func delete(_ handle: String) throws(DeviceKeyError) { state.withLock { $0.keys[handle] = nil } }

    private func key(_ handle: String) throws(DeviceKeyError) -> P256.Signing.PrivateKey {
        guard let key = state.withLock({ $0.keys[handle] }) else {
            throw DeviceKeyError(.noCredential, "this device holds no such key")
        }
        return key
    }

    private static func signature(
        of key: P256.Signing.PrivateKey,
        over message: [UInt8]
    ) throws(DeviceKeyError) -> [UInt8] {
        do {
            return Array(try key.signature(for: message).derRepresentation)
        } catch {
            throw DeviceKeyError(.store, "the key does not sign")
        }
    }
}
