import ChaveBase
import ChavePixModel
import ChaveWire
import PaymentsModel

/// The server's keys for fields at rest, `keys/field.json`.
struct FieldKeys {
    var current: FieldKey.Secret
    /// The key that a rotation has made and not used yet, so that every process knows it before its first use.
    var next: FieldKey.Secret?
    /// The keys that still unwrap, until nothing is wrapped with them.
    var older: [Older]
    /// The very first secret: blind indexes depend on it.
    var root: [UInt8]

    var others: [FieldKey.Secret] { older.map(\.secret) + (next.map { [$0] } ?? []) }

    /// A secret that no longer wraps.
    struct Older {
        let secret: FieldKey.Secret
        let retiredAt: Timestamp

        /// The grace period: longer than any request or task that began with the key takes to be stored.
        static let graceSeconds: Int64 = 120
    }

    var fieldKey: FieldKey { FieldKey(current: current, others: others, root: root) }
}

extension SecretFiles {
    /// The stored key; `nil` when there is none.
    func storedFieldKey() throws -> FieldKey? { try storedFieldKeys()?.fieldKey }

    func fieldKey(orMakeFrom randomBytes: (Int) -> [UInt8]) throws -> FieldKey {
        if let key = try storedFieldKey() { return key }
        let (id, secret) = (Base64URL.encode(randomBytes(6)), randomBytes(32))
        try store(id, secret, at: fieldKeyPath)
        return FieldKey(id: id, secret: secret)
    }

    func storedFieldKeys() throws -> FieldKeys? {
        guard let json = try PrivateFile.read(fieldKeyPath) else { return nil }
        let current = try fieldSecret(json)
        var root = current.secret
        if let text = json["root"]?.string {
            guard let bytes = try? Base64URL.decode(text), bytes.count == 32 else {
                throw Problem.damaged(fieldKeyPath)
            }
            root = bytes
        }
        return FieldKeys(
            current: current.named,
            next: try json["next"].map { try fieldSecret($0).named },
            older: try (json["older"]?.array ?? []).map(olderSecret),
            root: root
        )
    }

    /// Stores one step of a rotation; after an interruption the file shows the next step.
    ///
    /// The new key is first announced, then it wraps; the older keys are dropped when nothing is wrapped with them.
    func storeFieldKeys(_ keys: FieldKeys) throws {
        var more: [(String, JSONValue)] = [("root", .string(Base64URL.encode(keys.root)))]
        if let next = keys.next { more.append(("next", json(next))) }
        if !keys.older.isEmpty { more.append(("older", .array(keys.older.map(json(older:))))) }
        try store(keys.current.id, keys.current.bytes, at: fieldKeyPath, more: more)
    }

    private func json(older: FieldKeys.Older) -> JSONValue {
        [
            "id": .string(older.secret.id), "secret": .string(Base64URL.encode(older.secret.bytes)),
            "retired_at": .string(older.retiredAt.rfc3339),
        ]
    }

    private func olderSecret(_ json: JSONValue) throws -> FieldKeys.Older {
        guard let time = json["retired_at"]?.string.flatMap(Timestamp.init(rfc3339:)) else {
            throw Problem.damaged(fieldKeyPath)
        }
        return FieldKeys.Older(secret: try fieldSecret(json).named, retiredAt: time)
    }

    private func json(_ secret: FieldKey.Secret) -> JSONValue {
        ["id": .string(secret.id), "secret": .string(Base64URL.encode(secret.bytes))]
    }

    private func fieldSecret(_ json: JSONValue) throws -> (named: FieldKey.Secret, secret: [UInt8]) {
        guard let id = json["id"]?.string, let text = json["secret"]?.string,
            let secret = try? Base64URL.decode(text), secret.count == 32
        else { throw Problem.damaged(fieldKeyPath) }
        return (FieldKey.Secret(id: id, bytes: secret), secret)
    }
}
