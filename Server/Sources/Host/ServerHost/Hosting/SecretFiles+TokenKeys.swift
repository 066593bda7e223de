import ChaveBase
import ChaveJOSE
import ChavePixModel
import ChaveWire

/// The keys of widget tokens, `keys/token.json`: the one that signs, and older ones whose tokens are alive.
struct TokenKeys {
    let current: SigningKey
    let older: [Older]

    /// A key that signs no more.
    struct Older {
        let key: SigningKey
        let retiredAt: Timestamp

        /// Its last token dies 24 h after it was retired; a server may have used it for a moment longer.
        static let livesSeconds: Int64 = 24 * 60 * 60 + 60

        func isAlive(at now: Timestamp) -> Bool { now < retiredAt.adding(seconds: Self.livesSeconds) }
    }

    /// What verifies beside the current key.
    func olderKeys(at now: Timestamp) -> [VerificationKey] {
        older.filter { $0.isAlive(at: now) }.map(\.key.publicKey)
    }
}

extension SecretFiles {
    /// `nil` when there is none.
    func storedTokenKey() throws -> SigningKey? { try storedTokenKeys()?.current }

    func storedTokenKeys() throws -> TokenKeys? {
        guard let json = try PrivateFile.read(tokenKeyPath) else { return nil }
        var older: [TokenKeys.Older] = []
        for entry in json["older"]?.array ?? [] {
            guard let time = entry["retired_at"]?.string.flatMap(Timestamp.init(rfc3339:)) else {
                throw Problem.damaged(tokenKeyPath)
            }
            older.append(TokenKeys.Older(key: try tokenKey(entry), retiredAt: time))
        }
        return TokenKeys(current: try tokenKey(json), older: older)
    }

    func tokenKeys(orMakeFrom randomBytes: (Int) -> [UInt8]) throws -> TokenKeys {
        if let keys = try storedTokenKeys() { return keys }
        let key = try storeNewTokenKey(randomBytes, older: [])
        return TokenKeys(current: key, older: [])
    }

    /// Makes a new key the one that signs; what it replaces goes on to verify, unless `endsOlder`, until its last token is
    /// dead.
    ///
    /// Keys whose tokens are dead leave the file. Where the file is not there, all of them are, if `endsOlder` says so.
    func rotateTokenKey(
        at now: Timestamp,
        endsOlder: Bool,
        randomBytes: (Int) -> [UInt8]
    ) throws -> TokenKeys {
        guard let keys = try storedTokenKeys() else {
            guard endsOlder else {
                throw Problem.missing(tokenKeyPath, wayOut: "A server makes it when it starts, or --end-tokens does.")
            }
            return TokenKeys(current: try storeNewTokenKey(randomBytes, older: []), older: [])
        }
        let living = keys.older.filter { $0.isAlive(at: now) }
        let older = endsOlder ? [] : living + [TokenKeys.Older(key: keys.current, retiredAt: now)]
        let key = try storeNewTokenKey(randomBytes, older: older)
        return TokenKeys(current: key, older: older)
    }

    private func storeNewTokenKey(
        _ randomBytes: (Int) -> [UInt8],
        older: [TokenKeys.Older]
    ) throws -> SigningKey {
        let secret = try SigningKey.generate(.es256).secretBytes ?? []
        let id = Base64URL.encode(randomBytes(6))
        let kept = older.map { older -> JSONValue in
            [
                "id": .string(older.key.keyID ?? ""),
                "secret": .string(Base64URL.encode(older.key.secretBytes ?? [])),
                "retired_at": .string(older.retiredAt.rfc3339),
            ]
        }
        try store(id, secret, at: tokenKeyPath, more: kept.isEmpty ? [] : [("older", .array(kept))])
        return try SigningKey(p256: secret, keyID: id)
    }

    private func tokenKey(_ json: JSONValue) throws -> SigningKey {
        guard let id = json["id"]?.string, let text = json["secret"]?.string,
            let secret = try? Base64URL.decode(text), let key = try? SigningKey(p256: secret, keyID: id)
        else { throw Problem.damaged(tokenKeyPath) }
        return key
    }
}
