import ChaveJOSE
import ChaveWire

/// Keys that a client makes, and the set that it registers.
enum ClientKeys {
    /// New ES256 keys of these names, as a JSON Web Key Set.
    static func set(_ names: [String?]) throws -> JSONValue {
        try set(of: names.map { try SigningKey.generate(.es256, keyID: $0) })
    }

    static func set(of keys: [SigningKey]) throws -> JSONValue {
        ["keys": .array(keys.map { .object($0.publicKey.jwk) })]
    }
}
