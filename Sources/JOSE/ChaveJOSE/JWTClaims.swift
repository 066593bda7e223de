public import ChaveWire

/// The claims of a JSON Web Token (RFC 7519, section 4): typed properties for the registered claims, and all claims in
/// `object`.
///
/// Times are whole seconds since 1970. A fraction of `exp` is rounded down, a fraction of `nbf` and `iat` up. The time
/// between `nbf` and `exp` therefore never grows.
public struct JWTClaims: Hashable, Sendable {
    /// All claims as written.
    public let object: JSONObject
    /// `iss`.
    public let issuer: String?
    /// `sub`.
    public let subject: String?
    /// `aud` as a list, also when the token has a single text; empty when the claim is absent.
    public let audiences: [String]
    /// `exp`: the token is expired from this second on.
    public let expiresAt: Int64?
    /// `nbf`: the token is not valid before this second.
    public let notBefore: Int64?
    /// `iat`.
    public let issuedAt: Int64?
    /// `jti`; the reader must check for replays itself.
    public let tokenID: String?

    /// A claim by its name.
    public subscript(name: String) -> JSONValue? { object[name] }

    /// Reads claims; `nil` when the bytes are not a JSON object or a registered claim does not have the type of RFC
    /// 7519.
    public init?(parsing payload: [UInt8]) {
        guard let object = try? JSONValue(parsing: payload).object, let claims = JWTClaims(object) else { return nil }
        self = claims
    }

    init?(_ object: JSONObject) {
        do {
            issuer = try object.claim("iss", { $0.string })
            subject = try object.claim("sub", { $0.string })
            tokenID = try object.claim("jti", { $0.string })
            audiences = try object.claim("aud", JWTClaims.audiences) ?? []
            expiresAt = try object.claim("exp") { NumericDate.seconds($0, .down) }
            notBefore = try object.claim("nbf") { NumericDate.seconds($0, .up) }
            issuedAt = try object.claim("iat") { NumericDate.seconds($0, .up) }
        } catch {
            return nil
        }
        self.object = object
    }

    private static func audiences(_ value: JSONValue) -> [String]? {
        if let text = value.string { return [text] }
        guard let elements = value.array else { return nil }
        let texts = elements.compactMap(\.string)
        return texts.count == elements.count ? texts : nil
    }
}

/// Seconds since 1970, with or without a fraction (RFC 7519, section 2).
private enum NumericDate {
    static func seconds(_ value: JSONValue, _ rule: FloatingPointRoundingRule) -> Int64? {
        guard let number = value.number else { return nil }
        guard let seconds = number.int64 ?? number.double.flatMap({ Int64(exactly: $0.rounded(rule)) }) else {
            return nil
        }
        // The year 9999; a later time is a mistake of units or an attack on the arithmetic.
        return (0...253_402_300_799).contains(seconds) ? seconds : nil
    }
}

extension JSONObject {
    private struct WrongType: Error {}

    fileprivate func claim<Value>(_ name: String, _ read: (JSONValue) -> Value?) throws -> Value? {
        guard let value = self[name] else { return nil }
        guard let read = read(value) else { throw WrongType() }
        return read
    }
}
