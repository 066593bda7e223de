import ChaveWire

/// The key of sign-in's records, `keys/sign-in.json`: what seals them, and what their indexes rest on.
extension SecretFiles {
    var signInKeyPath: String { "\(folder)/sign-in.json" }

    /// `nil` when there is none.
    func storedSignInKey() throws -> [UInt8]? {
        guard let json = try PrivateFile.read(signInKeyPath) else { return nil }
        guard json["id"]?.string != nil, let text = json["secret"]?.string,
            let secret = try? Base64URL.decode(text), secret.count == 32
        else { throw Problem.damaged(signInKeyPath) }
        return secret
    }

    func signInKey(orMakeFrom randomBytes: (Int) -> [UInt8]) throws -> [UInt8] {
        if let key = try storedSignInKey() { return key }
        let secret = randomBytes(32)
        try store(Base64URL.encode(randomBytes(6)), secret, at: signInKeyPath)
        return secret
    }
}
