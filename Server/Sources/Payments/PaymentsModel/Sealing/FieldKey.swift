public import ChaveBase
import Hashing
import Synchronization

import enum Crypto.AES
import struct Crypto.HKDF
import struct Crypto.HMAC
import struct Crypto.SHA256
import struct Crypto.SymmetricKey

/// The server's own keys for fields at rest.
///
/// `master` wraps the data key of each customer. The destruction of a customer's wrapped key makes all data sealed with
/// it unreadable (LGPD erasure). `index` makes blind indexes: the same identifier gives the same digest. Nobody without
/// the key can try identifiers.
public struct FieldKey: Sendable {
    /// The secrets that wrap customers' keys, by their ids.
    private let masters: MasterKeys
    private let index: SymmetricKey
    /// The key for sealed data that concerns no person.
    package let impersonalKey: CustomerKey
    /// The veil hides customers' ids from devices that nobody has vouched for.
    package let veil: IDVeil

    /// One secret of the server, 32 random bytes; data that it wrapped carries its name.
    public struct Secret: Sendable {
        public let id: String
        public let bytes: [UInt8]

        public init(id: String, bytes: [UInt8]) {
            self.id = id
            self.bytes = bytes
        }
    }

    /// `secret` is 32 random bytes, from a file or a variable, never from the database.
    public init(id: String, secret: [UInt8]) {
        self.init(current: Secret(id: id, bytes: secret), others: [], root: secret)
    }

    /// Creates the keys: `current` wraps, `others` still open, and `root` is the server's first secret.
    ///
    /// Blind indexes, veiled ids and data sealed without a person depend on `root` and stay with it. A new index would
    /// need every identifier in clear.
    public init(current: Secret, others: [Secret], root: [UInt8]) {
        masters = MasterKeys(current: current, others: others)
        let key = SymmetricKey(data: root)
        index = FieldKey.derived(key, "chave blind index")
        impersonalKey = CustomerKey(key: FieldKey.derived(key, "chave impersonal"))
        veil = IDVeil(key: FieldKey.derived(key, "chave customer veil"))
    }

    /// The name of the current wrapping key.
    public var id: String { masters.current.id }

    /// The names of all keys that can open data, the current wrapping key first.
    public var ids: [String] { masters.ids }

    /// Replaces the wrapping keys: from now on `current` wraps and `others` still open; every copy of this value sees
    /// it.
    public func replaceMasters(current: Secret, others: [Secret]) {
        masters.replace(current: current, others: others)
    }

    fileprivate static func derived(_ key: SymmetricKey, _ purpose: String) -> SymmetricKey {
        HKDF<SHA256>.deriveKey(inputKeyMaterial: key, info: Array(purpose.utf8), outputByteCount: 32)
    }

    /// A new customer's data key, wrapped.
    public func newCustomerKey(randomBytes: (Int) -> [UInt8]) throws(SealingError) -> WrappedKey {
        try wrap(randomBytes(32), randomBytes)
    }

    public func unwrap(_ wrapped: WrappedKey) throws(SealingError) -> CustomerKey {
        CustomerKey(key: SymmetricKey(data: try dataKey(wrapped)))
    }

    /// The same data key, wrapped with the current wrapping key.
    public func rewrap(_ wrapped: WrappedKey, randomBytes: (Int) -> [UInt8]) throws(SealingError) -> WrappedKey {
        try wrap(try dataKey(wrapped), randomBytes)
    }

    private func wrap(_ dataKey: [UInt8], _ randomBytes: (Int) -> [UInt8]) throws(SealingError) -> WrappedKey {
        let (id, master) = masters.current
        return WrappedKey(keyID: id, sealed: try seal(dataKey, with: master, field: "customer key", randomBytes))
    }

    private func dataKey(_ wrapped: WrappedKey) throws(SealingError) -> [UInt8] {
        guard let master = masters[wrapped.keyID] else { throw .unknownKey }
        return try open(wrapped.sealed, with: master, field: "customer key")
    }

    /// The blind index of `text` inside `organisation`, for one purpose.
    public func blindIndex(_ text: String, purpose: String, organisation: String) -> Digest {
        let parts = [purpose, organisation, text].map { Array($0.utf8) }
        let code = HMAC<SHA256>.authenticationCode(for: Digest(ofParts: parts).bytes, using: index)
        return Digest(trusting: Array(code))
    }
}

/// The server's wrapping keys, which are replaced together at run time.
private final class MasterKeys: Sendable {
    private struct State: Sendable {
        var current: String
        var keys: [String: SymmetricKey]

        init(current: FieldKey.Secret, others: [FieldKey.Secret]) {
            self.current = current.id
            keys = [:]
            for secret in others + [current] {
                keys[secret.id] = FieldKey.derived(SymmetricKey(data: secret.bytes), "chave field master")
            }
        }
    }
    private let state: Mutex<State>

    init(current: FieldKey.Secret, others: [FieldKey.Secret]) {
        state = Mutex(State(current: current, others: others))
    }

    func replace(current: FieldKey.Secret, others: [FieldKey.Secret]) {
        let next = State(current: current, others: others)
        state.withLock { $0 = next }
    }

    var current: (id: String, key: SymmetricKey) {
        state.withLock { state in
            guard let key = state.keys[state.current] else { preconditionFailure("the current key is among the keys") }
            return (state.current, key)
        }
    }

    var ids: [String] {
        state.withLock { state in [state.current] + state.keys.keys.filter { $0 != state.current }.sorted() }
    }

    subscript(id: String) -> SymmetricKey? { state.withLock { $0.keys[id] } }
}

/// A customer's data key as stored.
public struct WrappedKey: Hashable, Sendable, Codable {
    public let keyID: String
    public let sealed: Sealed
}

/// A customer's data key, ready for use; never stored.
public struct CustomerKey: Sendable {
    private let key: SymmetricKey

    init(key: SymmetricKey) { self.key = key }

    /// Seals; `field` binds the box to its place, such as `"payment-intent/<id>/approval"`.
    public func seal(_ bytes: [UInt8], field: String, randomBytes: (Int) -> [UInt8]) throws(SealingError) -> Sealed {
        try PaymentsModel.seal(bytes, with: key, field: field, randomBytes)
    }

    public func open(_ sealed: Sealed, field: String) throws(SealingError) -> [UInt8] {
        try PaymentsModel.open(sealed, with: key, field: field)
    }
}

/// A fault of our own data: a key is missing, or bytes were changed at rest.
public enum SealingError: Error, Hashable, Sendable {
    case unknownKey
    /// The person of this field was erased, together with the key.
    case erased
    case damaged(field: String)
}

private func seal(
    _ bytes: [UInt8],
    with key: SymmetricKey,
    field: String,
    _ randomBytes: (Int) -> [UInt8]
) throws(SealingError) -> Sealed {
    do {
        let nonce = try AES.GCM.Nonce(data: randomBytes(12))
        let box = try AES.GCM.seal(bytes, using: key, nonce: nonce, authenticating: Array(field.utf8))
        return Sealed(box: Array(nonce) + Array(box.ciphertext) + Array(box.tag))
    } catch {
        throw .damaged(field: field)
    }
}

private func open(_ sealed: Sealed, with key: SymmetricKey, field: String) throws(SealingError) -> [UInt8] {
    do {
        let box = try AES.GCM.SealedBox(combined: sealed.box.bytes)
        return Array(try AES.GCM.open(box, using: key, authenticating: Array(field.utf8)))
    } catch {
        throw .damaged(field: field)
    }
}
