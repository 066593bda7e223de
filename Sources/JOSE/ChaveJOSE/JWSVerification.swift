public import ChaveWire

/// Why a signature does not count, in the order in which it is looked at.
public enum JWSRefusal: String, Error, Hashable, Sendable, CaseIterable {
    /// It is no compact JSON Web Signature (RFC 7515, section 5.2, steps 1 to 7).
    case malformed
    /// `crit` is there; this module understands no extension (RFC 7515, section 4.1.11).
    case criticalHeader = "critical_header"
    /// No key has that `kid`, or none is named and there is more than one.
    case unknownKey = "unknown_key"
    /// `alg` is not the key's algorithm (RFC 8725, section 3.1).
    case algorithmMismatch = "algorithm_mismatch"
    /// The signature is not one of this key over these bytes.
    case badSignature = "bad_signature"
}

/// A signature that holds, with the key that made it.
///
/// Only `JWKSet.verify` and `VerificationKey.verify` make one.
public struct VerifiedJWS: Sendable {
    /// The protected header, of which nothing was trusted before the signature held.
    public let header: JSONObject
    /// The bytes that were signed.
    public let payload: [UInt8]
    /// The key that the signature holds by.
    public let key: VerificationKey

    fileprivate init(_ jws: CompactJWS, by key: VerificationKey) {
        header = jws.header
        payload = jws.payload
        self.key = key
    }
}

extension JWKSet {
    /// Verifies by the key that the header's `kid` names.
    public func verify(_ text: String) throws(JWSRefusal) -> VerifiedJWS {
        let jws = try CompactJWS(claimed: text)
        try jws.requireNoCriticalHeader()
        guard let key = key(jws.keyID) else { throw .unknownKey }
        return try key.verifySignature(of: jws)
    }
}

extension VerificationKey {
    /// Verifies by this key, which the caller has found by other means than the header's `kid`.
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

    /// Even an empty or ill-typed `crit` is refused: the standard forbids both.
    fileprivate func requireNoCriticalHeader() throws(JWSRefusal) {
        guard header["crit"] == nil else { throw .criticalHeader }
    }
}
