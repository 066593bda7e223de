import ChaveBase
import ChaveJOSE
import Synchronization

/// The key that signs widget tokens, and all keys whose tokens are still valid; replaced together at run time.
final class TokenKeyRing: Sendable {
    struct Keys: Sendable {
        var key: SigningKey
        var all: JWKSet
    }

    private let keys: Mutex<Keys>

    init(key: SigningKey, olderKeys: [VerificationKey]) throws(JOSEKeyError) {
        keys = Mutex(Keys(key: key, all: try JWKSet([key.publicKey] + olderKeys)))
    }

    var current: Keys { keys.withLock { $0 } }

    func replace(key: SigningKey, olderKeys: [VerificationKey]) throws(JOSEKeyError) {
        let next = Keys(key: key, all: try JWKSet([key.publicKey] + olderKeys))
        keys.withLock { $0 = next }
    }
}
