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
/// The tag covers the first 35 bytes and the file's name too, so that a file under another's name does not open. Each
/// write draws a fresh nonce; 96 random bits are good for four billion writes under one key.
struct SealedFile: Hashable {
    enum Kind: UInt8 {
        case credential = 1
        case secret = 2
    }

    enum Derivation: Hashable {
        case keyFile
        case passphrase(ScryptCost)
    }

    /// How the key of a file is found from the passphrase or the key file.
    struct KeyParameters: Hashable {
        var derivation: Derivation
        /// 16 bytes.
        var salt: [UInt8]
    }

    static let saltSize = 16
    /// Files beyond this are not ours.
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

    /// Takes a file apart; `nil` when it is none of ours, or of a version to come.
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

    /// The content; `nil` when the key is another, the name is another, or any byte was changed.
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

    /// A file with this content, under this name only; `nil` only when the library refuses to seal.
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

    /// Eight bytes that follow from the key and do not lead back to it.
    static func check(_ key: SymmetricKey) -> [UInt8] {
        Array(HMAC<SHA256>.authenticationCode(for: Array("chave key check 1".utf8), using: key)).prefix(8).map { $0 }
    }
}
