public import ChaveWire

/// The reason for refusing a signature, in the order of the checks.
public enum JWSRefusal: String, Error, Hashable, Sendable, CaseIterable {
    /// The text is not a compact JSON Web Signature (RFC 7515, section 5.2, steps 1 to 7).
    case malformed
    /// `crit` is present; this module supports no extension (RFC 7515, section 4.1.11).
    case criticalHeader = "critical_header"
    /// No key has this `kid`, or the header has no `kid` and the set does not have exactly one key.
    case unknownKey = "unknown_key"
    /// `alg` is not the key's algorithm (RFC 8725, section 3.1).
    case algorithmMismatch = "algorithm_mismatch"
    /// The signature is not a signature of this key over these bytes.
    case badSignature = "bad_signature"
}

/// A verified signature with its key.
///
/// Only `JWKSet.verify` and `VerificationKey.verify` create this value.
public struct VerifiedJWS: Sendable {
    /// The protected header; nothing in it was trusted before the signature was verified.
    public let header: JSONObject
    /// The bytes that were signed.
    public let payload: [UInt8]
    /// The key that verified the signature.
    public let key: VerificationKey

    fileprivate init(_ jws: CompactJWS, by key: VerificationKey) {
        header = jws.header
        payload = jws.payload
        self.key = key
    }
}

extension JWKSet {
    /// Verifies with the key that the header's `kid` names.
    public func verify(_ text: String) throws(JWSRefusal) -> VerifiedJWS {
        let jws = try CompactJWS(claimed: text)
        try jws.requireNoCriticalHeader()
        guard let key = key(jws.keyID) else { throw .unknownKey }
        return try key.verifySignature(of: jws)
    }
}

extension VerificationKey {
    /// Verifies with this key; the caller found the key by other means than the header's `kid`.
    public func verify(_ text: String) throws(JWSRefusal) -> VerifiedJWS {
        let jws = try CompactJWS(claimed: text)
        try jws.requireNoCriticalHeader()
        return try verifySignature(of: jws)
    }

    fileprivate func verifySignature(of jws: CompactJWS) throws(JWSRefusal) -> VerifiedJWS {
        guard let claimed = jws.claimedAlgorithm, isSame(claimed, algorithm.rawValue) else { throw .algorithmMismatch }
        guard isValidSignature(jws.signature, over: jws.signingInput) else { throw .badSignature }
        return VerifiedJWS(jws, by: self)
    }
}

extension CompactJWS {
    fileprivate init(claimed text: String) throws(JWSRefusal) {
        do { try self.init(parsing: text) } catch { throw .malformed }
    }

    /// An empty or ill-typed `crit` is refused too: the standard forbids both.
    fileprivate func requireNoCriticalHeader() throws(JWSRefusal) {
        guard header["crit"] == nil else { throw .criticalHeader }
    }
}
