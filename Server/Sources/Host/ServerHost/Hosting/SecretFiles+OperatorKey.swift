import ChaveBase
import ChaveWire

/// The operator's key, `keys/operator.json`, which the console asks for.
extension SecretFiles {
    /// The stored key; `nil` when there is none.
    func storedOperatorKey() throws -> String? {
        guard let json = try PrivateFile.read(operatorKeyPath) else { return nil }
        guard let secret = json["secret"]?.string, secret.utf8.count >= 32 else {
            throw Problem.damaged(operatorKeyPath)
        }
        return secret
    }

    func operatorKey(orMakeFrom randomBytes: (Int) -> [UInt8]) throws -> String {
        if let key = try storedOperatorKey() { return key }
        return try newOperatorKey(randomBytes)
    }

    /// Makes another key; sessions of the old one end at the server's next start.
    func newOperatorKey(_ randomBytes: (Int) -> [UInt8]) throws -> String {
        let secret = randomBytes(32)
        try store(Base64URL.encode(randomBytes(6)), secret, at: operatorKeyPath)
        return Base64URL.encode(secret)
    }
}
