import ChaveBase
import ChaveWire

/// The progress of this device's key, stored so that no step happens twice.
enum AppAttestStage: Hashable, Sendable {
    case noKey
    case made(key: String)
    /// The key has a challenge, over which Apple is asked as often as necessary.
    case asked(key: String, challenge: [UInt8])
    /// Apple has attested the key, which happens once; the app's server has not confirmed it.
    case attested(key: String, challenge: [UInt8], object: [UInt8])
    /// The app's server accepts the key's assertions.
    case known(key: String)
}

extension AppAttestStage {
    /// The bytes to store; `nil` when there is no key.
    var stored: [UInt8]? {
        var object = JSONObject()
        switch self {
        case .noKey: return nil
        case .made(let key):
            object["key"] = .string(key)
        case .asked(let key, let challenge):
            object["key"] = .string(key)
            object["challenge"] = .string(Base64URL.encode(challenge))
        case .attested(let key, let challenge, let attestation):
            object["key"] = .string(key)
            object["challenge"] = .string(Base64URL.encode(challenge))
            object["object"] = .string(Base64URL.encode(attestation))
        case .known(let key):
            object["key"] = .string(key)
            object["known"] = true
        }
        return JSONValue.object(object).encoded()
    }

    /// The stage from stored bytes; unreadable bytes count as no key, because a new one can be made.
    init(stored bytes: [UInt8]?) {
        guard let bytes, case .object(let object)? = try? JSONValue(parsing: bytes),
            let key = object["key"]?.string, !key.isEmpty
        else {
            self = .noKey
            return
        }
        let challenge = AppAttestStage.bytes(object["challenge"])
        if object["known"]?.bool == true {
            self = .known(key: key)
        } else if let challenge, let attestation = AppAttestStage.bytes(object["object"]) {
            self = .attested(key: key, challenge: challenge, object: attestation)
        } else if let challenge {
            self = .asked(key: key, challenge: challenge)
        } else {
            self = .made(key: key)
        }
    }

    private static func bytes(_ value: JSONValue?) -> [UInt8]? {
        guard let text = value?.string else { return nil }
        return try? Base64URL.decode(text)
    }
}
