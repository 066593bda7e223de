public import BeyondIdentityEmbedded
import ChaveBase
public import ChaveDeviceKeys
import Crypto

/// The signing keys of a device in memory, and a person who follows a script.
///
/// The P-256 keys are real and follow from the seed; the signatures are real too. The answer `signsWrongly` gives an
/// invalid signature. The answer `isOnlyPresent` is refused, because sign-in requires user verification.
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

    /// Creates a device without keys, whose person gives `answer` by default.
    public init(_ answer: TestAnswer = .agrees, clock: TestClock = TestClock(), seed: UInt64 = 1) {
        script = TestScript(answer, clock: clock)
        random = TestRandom(seed: seed, for: "signing keys")
    }

    /// All prompts to the person, the oldest first.
    public var prompts: [String] { script.questions }

    /// The handles of the keys that this device holds.
    public var handles: Set<String> { state.withLock { Set($0.keys.keys) } }

    /// The value of ``setShowsPrompt(_:)``; `true` by default.
    public var showsPrompt: Bool { state.withLock { $0.showsPrompt } }

    /// Sets whether the person sees the prompt; with Face ID they do not.
    public func setShowsPrompt(_ isShown: Bool) { state.withLock { $0.showsPrompt = isShown } }

    /// Sets whether the device has a code or password; without one it makes no keys.
    public func setHasLock(_ hasLock: Bool) { state.withLock { $0.hasLock = hasLock } }

    /// Sets the answer to later questions, after the answers of ``answerNext(_:)``.
    public func setAnswer(_ answer: TestAnswer) { script.setAnswer(answer) }

    /// Adds answers to the next questions, one each; afterwards the default answer applies again.
    public func answerNext(_ answers: TestAnswer...) { script.answerNext(answers) }

    /// Makes a key without asking the person.
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

    /// A key from the seed; a number that is not a key of the curve gives a key from the library instead.
    private func makeKey() -> P256.Signing.PrivateKey {
        (try? P256.Signing.PrivateKey(rawRepresentation: random.bytes(32))) ?? P256.Signing.PrivateKey()
    }

    /// The public key as an uncompressed point.
    public func publicKey(_ handle: String) throws(DeviceKeyError) -> [UInt8] {
        Array(try key(handle).publicKey.x963Representation)
    }

    /// Asks the person and signs, or fails as scripted.
    public func sign(_ message: [UInt8], with handle: String, prompt: String) async throws(DeviceKeyError) -> [UInt8] {
        let key = try key(handle)
        switch try await script.ask(prompt, for: .authentication) {
        case .agrees(isVerified: true): return try TestSigningKeys.signature(of: key, over: message)
        case .agrees(isVerified: false): throw DeviceKeyError(.notAllowed, "the person must be verified, and was not")
        case .signsWrongly: return try TestSigningKeys.signature(of: key, over: message + [0])
        }
    }

    /// Deletes the key with this handle, if there is one.
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
