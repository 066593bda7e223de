import ChaveBase
import ChavePixModel
import ChaveWire
import PaymentsCore

/// The server's keys for fields at rest, `keys/field.json`.
struct FieldKeys {
    var current: FieldKey.Secret
    /// What a rotation has made and does not use yet, so that every process knows it before anything is wrapped with it.
    var next: FieldKey.Secret?
    /// What still opens, until nothing is wrapped with it any more.
    var older: [Older]
    /// The first secret that there was: blind indexes rest on it.
    var root: [UInt8]

    var others: [FieldKey.Secret] { older.map(\.secret) + (next.map { [$0] } ?? []) }

    /// A secret that wraps no more.
    struct Older {
        let secret: FieldKey.Secret
        let retiredAt: Timestamp

        /// Longer than any request or piece of work that began under it takes to be written.
        static let graceSeconds: Int64 = 120
    }

    var fieldKey: FieldKey { FieldKey(current: current, others: others, root: root) }
}

extension SecretFiles {
    /// `nil` when there is none.
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

    /// One step of a rotation, and where it leads; a step that broke off is found by what the file says.
    ///
    /// First the new key is made known; then it wraps; when nothing is wrapped with older ones, they go.
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
