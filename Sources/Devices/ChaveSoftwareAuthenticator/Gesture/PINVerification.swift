public import ChaveDeviceKeys
import Crypto
import CryptoExtras

/// A PIN with a retry counter that survives the process, stored in a key store.
///
/// Each try is counted durably before the PIN is checked, so that cutting the power gives no extra guesses. After eight
/// wrong tries in a row the PIN is blocked until a new one is set, or until a reset removes it with its keys. A user who
/// can write the store's files can reset the counter: the counter protects against the person at the keyboard, not
/// against the owner of the disk.
public struct PINVerification: Sendable {
    /// The number of wrong tries in a row that block the PIN.
    public static let maximumTries = 8

    /// The question to the person.
    public struct Prompt: Sendable {
        /// The ceremony that asks.
        public var request: GestureRequest
        /// The number of tries left; `nil` when the gesture asks for presence only.
        public var triesLeft: Int?
        /// Whether the last answer was wrong.
        public var wasWrong: Bool
    }

    /// The reply of the person.
    public enum Reply: Sendable {
        /// The PIN that the person typed.
        case pin(String)
        /// Agreement without a PIN: presence only.
        case agreed
        /// The person left.
        case cancelled
    }

    private static let secretName = "pin"

    private let store: any KeyStore
    private let cost: ScryptCost

    /// Creates a PIN in a store.
    ///
    /// - Parameters:
    ///   - store: the store of the PIN's digest and the retry counter.
    ///   - cost: the scrypt cost of PINs that are set from now on.
    public init(store: any KeyStore, cost: ScryptCost = .standard) {
        self.store = store
        self.cost = cost
    }

    /// Whether a PIN is set.
    public func isSet() throws(DeviceKeyError) -> Bool { try state() != nil }

    /// Sets or replaces the PIN and resets the tries; a PIN has 4 characters to 63 bytes, as in CTAP 2.1, section
    /// 6.5.1.
    public func set(_ pin: String) throws(DeviceKeyError) {
        guard pin.unicodeScalars.count >= 4, pin.utf8.count <= 63 else {
            throw DeviceKeyError(.invalidOptions, "a PIN has 4 characters to 63 bytes", field: "pin")
        }
        let salt = RandomBytes.system(16)
        let digest = try PINVerification.digest(pin, salt: salt, cost: cost)
        let state = PINState(salt: salt, cost: cost, digest: digest, triesLeft: PINVerification.maximumTries)
        try store.setSecret(PINVerification.secretName, state.encoded())
    }

    /// Removes the PIN and every credential of the store, like the reset of a security key (CTAP 2.1, section 6.6).
    ///
    /// A PIN that is blocked or forgotten opens no key afterwards. The credentials go first, so that after a reset that
    /// was cut short the PIN still guards those that are left.
    ///
    /// - Returns: the number of removed credentials.
    @discardableResult
    public func reset() throws(DeviceKeyError) -> Int {
        try store.exclusively { () throws(DeviceKeyError) in
            let credentials = try store.credentials()
            for credential in credentials { try store.removeCredential(credential.id) }
            try store.removeSecret(PINVerification.secretName)
            return credentials.count
        }
    }

    /// Checks that the PIN is not blocked, before a caller begins what will ask for it.
    ///
    /// - Throws: `.pinBlocked` when no try is left.
    public func requireTries() throws(DeviceKeyError) {
        if try triesLeft() == 0 { throw PINVerification.blocked }
    }

    /// The number of tries left; `nil` when no PIN is set.
    public func triesLeft() throws(DeviceKeyError) -> Int? { try state()?.triesLeft }

    /// Counts a try and returns whether `pin` is right; a right PIN resets the tries.
    ///
    /// - Throws: `.pinBlocked` when no try is left, `.notAllowed` when no PIN is set.
    public func verify(_ pin: String) throws(DeviceKeyError) -> Bool {
        // Two parallel guesses must not count as one try: the whole step is exclusive.
        try store.exclusively { () throws(DeviceKeyError) in
            guard var state = try state() else {
                throw DeviceKeyError(.notAllowed, "no PIN is set; set one first")
            }
            guard state.triesLeft > 0 else { throw PINVerification.blocked }
            state.triesLeft -= 1
            try store.setSecret(PINVerification.secretName, state.encoded())
            guard !pin.isEmpty, pin.utf8.count <= 63,
                try PINVerification.isDigest(state.digest, of: pin, salt: state.salt, cost: state.cost)
            else { return false }
            state.triesLeft = PINVerification.maximumTries
            try store.setSecret(PINVerification.secretName, state.encoded())
            return true
        }
    }

    /// A gesture that asks for the PIN until it is right or blocked, or the person gives up.
    ///
    /// The gesture asks for presence when verification is discouraged or no PIN is set. When verification is required
    /// and no PIN is set, the ceremony fails with an explaining message.
    public func gesture(_ ask: @escaping @Sendable (Prompt) async -> Reply) -> UserGesture {
        UserGesture { request in
            do throws(DeviceKeyError) {
                return try await answer(request, ask)
            } catch {
                return .failed(error)
            }
        }
    }

    private func answer(
        _ request: GestureRequest,
        _ ask: @Sendable (Prompt) async -> Reply
    ) async throws(DeviceKeyError) -> GestureAnswer {
        var wasWrong = false
        while true {
            let tries = try triesLeft()
            guard tries != nil || !request.requiresVerification else {
                throw DeviceKeyError(.notAllowed, "verification is required and no PIN is set; set one first")
            }
            guard tries != 0 || request.verification == .discouraged else { throw PINVerification.blocked }
            let asked = request.verification == .discouraged ? nil : tries
            switch await ask(Prompt(request: request, triesLeft: asked, wasWrong: wasWrong)) {
            case .cancelled: return .cancelled
            case .agreed: return .present
            case .pin(let pin):
                // An unrequested PIN proves only presence.
                guard asked != nil else { return .present }
                if try verify(pin) { return .verified }
                wasWrong = true
            }
        }
    }

    private func state() throws(DeviceKeyError) -> PINState? {
        guard let bytes = try store.secret(PINVerification.secretName) else { return nil }
        guard let state = PINState(decoding: bytes) else {
            throw DeviceKeyError(.store, "the stored PIN cannot be read; \(PINVerification.wayOut)", field: "pin")
        }
        return state
    }

    private static var blocked: DeviceKeyError {
        DeviceKeyError(.pinBlocked, "the PIN was wrong too often, and is locked; \(wayOut)")
    }

    private static let wayOut = "chave device pin reset removes it, and its keys"

    private static func digest(_ pin: String, salt: [UInt8], cost: ScryptCost) throws(DeviceKeyError) -> [UInt8] {
        do {
            let key = try KDF.Scrypt.deriveKey(
                from: Array(pin.utf8),
                salt: salt,
                outputByteCount: 32,
                rounds: cost.rounds,
                blockSize: 8,
                parallelism: 1
            )
            return key.withUnsafeBytes { Array($0) }
        } catch {
            throw DeviceKeyError(.store, "the PIN could not be digested")
        }
    }

    private static func isDigest(
        _ digest: [UInt8],
        of pin: String,
        salt: [UInt8],
        cost: ScryptCost
    ) throws(DeviceKeyError) -> Bool {
        let found = try self.digest(pin, salt: salt, cost: cost)
        // `SymmetricKey` compares in constant time.
        return SymmetricKey(data: found) == SymmetricKey(data: digest)
    }
}
