public import ChaveDeviceKeys
import Crypto
import CryptoExtras

/// A PIN with a retry counter that outlives the process, kept in a key store.
///
/// Each try is counted, durably, before it is looked at: pulling the plug gives no more guesses. After eight wrong ones the
/// PIN is blocked until it is set anew. Whoever can write the store's files can set the counter back; it guards against
/// the person at the keyboard, not against one who owns the disk.
public struct PINVerification: Sendable {
    /// How many wrong PINs in a row block it.
    public static let maximumTries = 8

    /// What the person is asked for.
    public struct Prompt: Sendable {
        /// What the person is asked for.
        public var request: GestureRequest
        /// How many tries are left; `nil` when no PIN is set and presence is all that can be asked for.
        public var triesLeft: Int?
        /// Whether the last answer was wrong.
        public var wasWrong: Bool
    }

    /// What the person typed.
    public enum Reply: Sendable {
        /// What the person typed.
        case pin(String)
        /// Agreed without a PIN: presence only.
        case agreed
        /// The person went away.
        case cancelled
    }

    private static let secretName = "pin"

    private let store: any KeyStore
    private let cost: ScryptCost

    /// A PIN in that store.
    ///
    /// - Parameters:
    ///   - store: keeps the PIN's digest and the retry counter.
    ///   - cost: of PINs that are set from now on.
    public init(store: any KeyStore, cost: ScryptCost = .standard) {
        self.store = store
        self.cost = cost
    }

    /// Whether a PIN is set.
    public func isSet() throws(DeviceKeyError) -> Bool { try state() != nil }

    /// Sets or replaces the PIN, with all tries left: 4 characters to 63 bytes, as in CTAP 2.1, section 6.5.1.
    public func set(_ pin: String) throws(DeviceKeyError) {
        guard pin.unicodeScalars.count >= 4, pin.utf8.count <= 63 else {
            throw DeviceKeyError(.invalidOptions, "a PIN has 4 characters to 63 bytes", field: "pin")
        }
        let salt = RandomBytes.system(16)
        let digest = try PINVerification.digest(pin, salt: salt, cost: cost)
        let state = PINState(salt: salt, cost: cost, digest: digest, triesLeft: PINVerification.maximumTries)
        try store.setSecret(PINVerification.secretName, state.encoded())
    }

    /// How many tries are left; `nil` when no PIN is set.
    public func triesLeft() throws(DeviceKeyError) -> Int? { try state()?.triesLeft }

    /// Counts a try and tells whether `pin` is the PIN; a right one gives all tries back.
    ///
    /// - Throws: `.pinBlocked` when no try is left, `.notAllowed` when no PIN is set.
    public func verify(_ pin: String) throws(DeviceKeyError) -> Bool {
        // Two parallel guesses must not count as one: the whole step is exclusive.
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

    /// A gesture that asks for the PIN until it is right, blocked or given up.
    ///
    /// Where verification is discouraged or no PIN is set, presence is asked for; where it is required and no PIN is set,
    /// the ceremony fails with a message that says so.
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
                // A PIN that nobody asked for proves nothing.
                guard asked != nil else { return .present }
                if try verify(pin) { return .verified }
                wasWrong = true
            }
        }
    }

    private func state() throws(DeviceKeyError) -> PINState? {
        guard let bytes = try store.secret(PINVerification.secretName) else { return nil }
        guard let state = PINState(decoding: bytes) else {
            throw DeviceKeyError(.store, "the stored PIN cannot be read; set it anew", field: "pin")
        }
        return state
    }

    private static var blocked: DeviceKeyError {
        DeviceKeyError(.pinBlocked, "the PIN was wrong too often; set it anew")
    }

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
        // Keys are compared in constant time.
        return SymmetricKey(data: found) == SymmetricKey(data: digest)
    }
}
