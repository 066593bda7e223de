import ChaveWire
import Crypto

/// Seals what records hold, and makes the indexes that they are found by.
///
/// A record's bytes are bound to its key and version, so that one put in another's place, or an earlier one put back, does not
/// open. Indexes are digests by a key of
/// their own: equal values are found, and nobody without the key can try values.
public struct RecordVault: Sendable {
    private let sealing: SymmetricKey
    private let indexing: SymmetricKey

    /// `secret` is 32 random bytes, from a file or a variable, never from the database.
    ///
    /// - Precondition: 32 bytes.
    public init(secret: [UInt8]) {
        precondition(secret.count == 32, "a vault's secret has 32 bytes")
        let root = SymmetricKey(data: secret)
        sealing = RecordVault.derived(root, "chave sign-in records")
        indexing = RecordVault.derived(root, "chave sign-in indexes")
    }

    private static func derived(_ key: SymmetricKey, _ purpose: String) -> SymmetricKey {
        HKDF<SHA256>.deriveKey(inputKeyMaterial: key, info: Array(purpose.utf8), outputByteCount: 32)
    }

    /// Nonce, ciphertext and tag of AES-256-GCM in one.
    func seal(
        _ content: JSONObject,
        as key: RecordKey,
        version: Int64,
        randomBytes: (Int) -> [UInt8]
    ) throws(SignInFault) -> [UInt8] {
        do {
            let nonce = try AES.GCM.Nonce(data: randomBytes(12))
            let text = JSONValue.object(content).encoded()
            let place = RecordVault.place(key, version)
            let box = try AES.GCM.seal(text, using: sealing, nonce: nonce, authenticating: place)
            return Array(box.nonce) + Array(box.ciphertext) + Array(box.tag)
        } catch {
            throw .damaged(kind: key.kind)
        }
    }

    func open(_ stored: StoredRecord) throws(SignInFault) -> JSONObject {
        do {
            let box = try AES.GCM.SealedBox(combined: stored.bytes)
            let place = RecordVault.place(stored.key, stored.version)
            let text = try AES.GCM.open(box, using: sealing, authenticating: place)
            guard let content = try JSONValue(parsing: Array(text)).object else { throw SignInFault.damaged(kind: "") }
            return content
        } catch {
            throw .damaged(kind: stored.key.kind)
        }
    }

    func index(_ index: RecordIndex, kind: String, tenant: TenantID?) -> BlindIndex {
        let scope = index.isGlobal ? "" : tenant?.text ?? ""
        let code = HMAC<SHA256>.authenticationCode(
            for: RecordVault.joined([kind, index.name, scope, index.value]),
            using: indexing
        )
        return BlindIndex(kind: kind, name: index.name, digest: Array(code), isUnique: index.isUnique)
    }

    private static func place(_ key: RecordKey, _ version: Int64) -> [UInt8] {
        joined([key.kind, key.tenant, key.id, String(version)])
    }

    /// Each part with its length before it, so that no two lists of parts run together.
    private static func joined(_ parts: [String]) -> [UInt8] {
        parts.flatMap { part in
            let bytes = Array(part.utf8)
            return withUnsafeBytes(of: UInt64(bytes.count).bigEndian, Array.init) + bytes
        }
    }
}
