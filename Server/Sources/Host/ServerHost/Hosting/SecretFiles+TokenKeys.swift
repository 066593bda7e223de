import ChaveBase
import ChaveJOSE
import ChavePixModel
import ChaveWire

/// The keys of widget tokens, `keys/token.json`: the signing key, and older keys whose tokens are still valid.
struct TokenKeys {
    let current: SigningKey
    let older: [Older]

    /// A key that no longer signs.
    struct Older {
        let key: SigningKey
        let retiredAt: Timestamp

        /// The time after which its last token has expired: 24 h, and a minute for a server that used it slightly
        /// longer.
        static let livesSeconds: Int64 = 24 * 60 * 60 + 60

        func isAlive(at now: Timestamp) -> Bool { now < retiredAt.adding(seconds: Self.livesSeconds) }
    }

    /// The keys that verify beside the current one.
    func olderKeys(at now: Timestamp) -> [VerificationKey] {
        older.filter { $0.isAlive(at: now) }.map(\.key.publicKey)
    }
}

extension SecretFiles {
    /// The current signing key; `nil` when there is none.
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

    /// Makes a new signing key; the old one verifies until its last token expires, unless `endsOlder` is set.
    ///
    /// Keys without valid tokens leave the file. When the file is missing, all tokens become invalid, and only
    /// `endsOlder` allows that.
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
