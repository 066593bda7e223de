import ChaveBase
import ChaveWire
import SignInModel

/// The keys of sign-in's records, `keys/sign-in.json`.
struct SignInKeys {
    /// The key that seals.
    var current: Secret
    /// The keys that still open records, until no record is sealed with them.
    var older: [Secret]
    /// The very first secret: blind indexes depend on it.
    var indexing: [UInt8]

    struct Secret {
        let id: String
        let bytes: [UInt8]
    }

    var vault: RecordVault { RecordVault(current: current.bytes, older: older.map(\.bytes), indexing: indexing) }
}

extension SecretFiles {
    var signInKeyPath: String { "\(folder)/sign-in.json" }

    /// The stored keys; `nil` when there are none.
    func storedSignInKeys() throws -> SignInKeys? {
        guard let json = try PrivateFile.read(signInKeyPath) else { return nil }
        let current = try signInSecret(json)
        var indexing = current.bytes
        if let text = json["indexing"]?.string {
            guard let bytes = try? Base64URL.decode(text), bytes.count == 32 else {
                throw Problem.damaged(signInKeyPath)
            }
            indexing = bytes
        }
        return SignInKeys(
            current: current,
            older: try (json["older"]?.array ?? []).map(signInSecret),
            indexing: indexing
        )
    }

    func signInKeys(orMakeFrom randomBytes: (Int) -> [UInt8]) throws -> SignInKeys {
        if let keys = try storedSignInKeys() { return keys }
        let first = SignInKeys.Secret(id: Base64URL.encode(randomBytes(6)), bytes: randomBytes(32))
        let keys = SignInKeys(current: first, older: [], indexing: first.bytes)
        try storeSignInKeys(keys)
        return keys
    }

    /// Stores one step of a rotation; after an interruption the file shows the next step.
    func storeSignInKeys(_ keys: SignInKeys) throws {
        var more: [(String, JSONValue)] = [("indexing", .string(Base64URL.encode(keys.indexing)))]
        if !keys.older.isEmpty {
            let older = keys.older.map { secret -> JSONValue in
                ["id": .string(secret.id), "secret": .string(Base64URL.encode(secret.bytes))]
            }
            more.append(("older", .array(older)))
        }
        try store(keys.current.id, keys.current.bytes, at: signInKeyPath, more: more)
    }

    private func signInSecret(_ json: JSONValue) throws -> SignInKeys.Secret {
        guard let id = json["id"]?.string, let text = json["secret"]?.string,
            let secret = try? Base64URL.decode(text), secret.count == 32
        else { throw Problem.damaged(signInKeyPath) }
        return SignInKeys.Secret(id: id, bytes: secret)
    }
}
