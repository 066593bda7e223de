public import ChaveWire

/// Public keys, found by `kid` (RFC 7517, section 5).
public struct JWKSet: Hashable, Sendable {
    /// The keys, in their order.
    public private(set) var keys: [VerificationKey]

    /// Creates a set of keys.
    ///
    /// - Throws: `.duplicateKeyID` when two keys have the same `kid`.
    public init(_ keys: [VerificationKey] = []) throws(JOSEKeyError) {
        self.keys = keys
        let names = keys.compactMap { $0.keyID.map { Array($0.utf8) } }
        guard Set(names).count == names.count else { throw .duplicateKeyID }
    }

    /// Reads a JSON Web Key Set.
    ///
    /// Keys of unknown kinds and uses are left out, as RFC 7517, section 5, recommends. The whole set is refused when
    /// another key is broken or private, or when two keys share a `kid`: the meant key is then ambiguous.
    public init(json: JSONValue) throws(JOSEKeyError) {
        guard let elements = json["keys"]?.array else { throw .missing(field: "keys") }
        var keys: [VerificationKey] = []
        for element in elements {
            do {
                keys.append(try VerificationKey(jwk: element))
            } catch {
                switch error {
                case .unsupported, .notForSignatures, .notForEncryption: continue
                case .missing, .invalid, .privateKey, .duplicateKeyID, .generationFailed: throw error
                }
            }
        }
        try self.init(keys)
    }

    /// The set as a JSON Web Key Set, with public keys only.
    public var json: JSONValue {
        var object = JSONObject()
        object["keys"] = .array(keys.map { .object($0.jwk) })
        return .object(object)
    }

    /// The key with this `kid`, compared byte for byte; for `nil`, the only key of a set of one.
    public func key(_ keyID: String?) -> VerificationKey? {
        guard let keyID else { return keys.count == 1 ? keys.first : nil }
        return keys.first { $0.keyID.map { isSame($0, keyID) } ?? false }
    }
}
