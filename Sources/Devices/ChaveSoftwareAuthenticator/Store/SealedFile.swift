import Crypto

/// One file of a key store.
///
///     bytes 0–7    "chavekey"
///     byte 8       version, always 1
///     byte 9       1 credential, 2 secret
///     byte 10      0 key file, else the binary logarithm of scrypt's N
///     bytes 11–26  salt of the key derivation
///     bytes 27–34  key check: tells a wrong passphrase from a damaged file
///     bytes 35–46  nonce
///     rest         AES-256-GCM ciphertext and its 16-byte tag
///
/// The tag also covers the first 35 bytes and the file's name, so that a file under another name does not open. Each
/// write uses a new random nonce; 96 random bits are sufficient for four billion writes under one key.
struct SealedFile: Hashable {
    enum Kind: UInt8 {
        case credential = 1
        case secret = 2
    }

    enum Derivation: Hashable {
        case keyFile
        case passphrase(ScryptCost)
    }

    /// The parameters that derive a file's key from the passphrase or the key file.
    struct KeyParameters: Hashable {
        var derivation: Derivation
        /// 16 bytes.
        var salt: [UInt8]
    }

    static let saltSize = 16
    /// The maximum size in bytes; a larger file is not a file of the store.
    static let maximumSize = 1 << 20

    let kind: Kind
    let parameters: KeyParameters
    let keyCheck: [UInt8]
    private let header: [UInt8]
    private let nonce: [UInt8]
    private let sealed: [UInt8]

    private static let magic = Array("chavekey".utf8)
    private static let headerSize = 35
    private static let nonceSize = 12
    private static let tagSize = 16

    /// Parses a file; `nil` when it is not a file of a key store, or has another version.
    init?(decoding bytes: [UInt8]) {
        let start = SealedFile.headerSize + SealedFile.nonceSize
        guard bytes.count >= start + SealedFile.tagSize, bytes.starts(with: SealedFile.magic), bytes[8] == 1,
            let kind = Kind(rawValue: bytes[9])
        else { return nil }
        if bytes[10] == 0 {
            parameters = KeyParameters(derivation: .keyFile, salt: Array(bytes[11..<27]))
        } else {
            guard let cost = ScryptCost(log2Rounds: bytes[10]) else { return nil }
            parameters = KeyParameters(derivation: .passphrase(cost), salt: Array(bytes[11..<27]))
        }
        self.kind = kind
        keyCheck = Array(bytes[27..<35])
        header = Array(bytes[..<SealedFile.headerSize])
        nonce = Array(bytes[SealedFile.headerSize..<start])
        sealed = Array(bytes[start...])
    }

    /// Decrypts the content; `nil` when the key or the name is another, or when any byte was changed.
    func open(_ key: SymmetricKey, name: String) -> [UInt8]? {
        guard let nonce = try? AES.GCM.Nonce(data: nonce),
            let box = try? AES.GCM.SealedBox(
                nonce: nonce,
                ciphertext: sealed.dropLast(SealedFile.tagSize),
                tag: sealed.suffix(SealedFile.tagSize)
            ),
            let content = try? AES.GCM.open(box, using: key, authenticating: header + Array(name.utf8))
        else { return nil }
        return Array(content)
    }

    /// Encrypts a file with this content for this name only; `nil` only when the library refuses to encrypt.
    static func seal(
        _ content: [UInt8],
        kind: Kind,
        name: String,
        key: SymmetricKey,
        parameters: KeyParameters
    ) -> [UInt8]? {
        var header = magic + [1, kind.rawValue]
        switch parameters.derivation {
        case .keyFile: header.append(0)
        case .passphrase(let cost): header.append(cost.log2Rounds)
        }
        header += parameters.salt + check(key)
        guard let box = try? AES.GCM.seal(content, using: key, authenticating: header + Array(name.utf8)) else {
            return nil
        }
        return header + Array(box.nonce) + Array(box.ciphertext) + Array(box.tag)
    }

    /// The key check: eight bytes that are computed from the key and do not reveal it.
    static func check(_ key: SymmetricKey) -> [UInt8] {
        Array(HMAC<SHA256>.authenticationCode(for: Array("chave key check 1".utf8), using: key)).prefix(8).map { $0 }
    }
}
