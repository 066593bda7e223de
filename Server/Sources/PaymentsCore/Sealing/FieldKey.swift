import ChaveWire
import Crypto

/// The server's own keys for fields at rest.
///
/// `master` wraps the data key that every customer has; destroying a customer's wrapped key makes all that was sealed
/// with it unreadable (LGPD erasure). `index` makes blind indexes: the same identifier gives the same digest, and nobody
/// without the key can try identifiers.
public struct FieldKey: Sendable {
    /// Names the key, so that old rows stay readable after a rotation.
    public let id: String
    private let master: SymmetricKey
    private let index: SymmetricKey
    /// For what is kept sealed but speaks of no person.
    let impersonalKey: CustomerKey

    /// `secret` is 32 random bytes, from a file or a variable, never from the database.
    public init(id: String, secret: [UInt8]) {
        self.id = id
        let key = SymmetricKey(data: secret)
        master = HKDF<SHA256>.deriveKey(
            inputKeyMaterial: key,
            info: Array("chave field master".utf8),
            outputByteCount: 32
        )
        index = HKDF<SHA256>.deriveKey(
            inputKeyMaterial: key,
            info: Array("chave blind index".utf8),
            outputByteCount: 32
        )
        impersonalKey = CustomerKey(
            key: HKDF<SHA256>.deriveKey(
                inputKeyMaterial: key,
                info: Array("chave impersonal".utf8),
                outputByteCount: 32
            )
        )
    }

    /// A new customer's data key, wrapped.
    public func newCustomerKey(randomBytes: (Int) -> [UInt8]) throws(SealingError) -> WrappedKey {
        WrappedKey(keyID: id, sealed: try seal(randomBytes(32), with: master, field: "customer key", randomBytes))
    }

    public func unwrap(_ wrapped: WrappedKey) throws(SealingError) -> CustomerKey {
        guard wrapped.keyID == id else { throw .unknownKey }
        return CustomerKey(key: SymmetricKey(data: try open(wrapped.sealed, with: master, field: "customer key")))
    }

    /// The blind index of `text` inside `organisation`, for one purpose.
    public func blindIndex(_ text: String, purpose: String, organisation: String) -> Digest {
        let parts = [purpose, organisation, text].map { Array($0.utf8) }
        let code = HMAC<SHA256>.authenticationCode(for: Digest(ofParts: parts).bytes, using: index)
        return Digest(bytes: Array(code))
    }
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
        try PaymentsCore.seal(bytes, with: key, field: field, randomBytes)
    }

    public func open(_ sealed: Sealed, field: String) throws(SealingError) -> [UInt8] {
        try PaymentsCore.open(sealed, with: key, field: field)
    }
}

/// A fault of our world: a key that is gone or bytes that were changed at rest.
public enum SealingError: Error, Hashable, Sendable {
    case unknownKey
    /// The person whose field it was has been erased, and the key with them.
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
