import ChaveBase
import ChaveJOSE
import ChaveWire
import OpenFinanceWire
import SandboxBank

/// A signed authorization request (RFC 9101; FAPI 1.0 Advanced Final, section 5.2.2).
struct RequestObject {
    /// The claims of the request, all of whose parameters are inside.
    let claims: JSONObject

    /// The longest life, and the greatest age of its beginning.
    private static let longestSeconds: Int64 = 3_600

    /// Opens a request: decrypts it where it is encrypted, and verifies it by the client's keys.
    static func open(_ text: String, of client: RegisteredClient, _ context: AuthorizationContext) async throws
        -> RequestObject
    {
        let signed = try decrypted(text, context.wire.decryption)
        guard let message = try? CompactJWS(parsing: signed), let keyID = message.keyID,
            message.claimedAlgorithm == JWSAlgorithm.ps256.rawValue
        else { throw refused("It is no token signed by PS256 with a kid.") }
        let keys = try await context.wire.software.keys(of: client.softwareKeys, for: keyID).keys
        let expectation = JWTExpectation(
            type: nil,
            issuer: client.id,
            audience: context.institution.issuer,
            leewaySeconds: 10
        )
        let verified: VerifiedJWT
        do throws(JWTRefusal) {
            verified = try keys.verify(signed, expecting: expectation, now: context.now.seconds)
        } catch {
            throw refused("It does not hold: \(error.rawValue).")
        }
        guard verified.key.algorithm == .ps256 else { throw refused("Sign it by PS256.") }
        try requireTimes(verified.claims, at: context.now)
        return RequestObject(claims: verified.claims.object)
    }

    /// A text of the request.
    ///
    /// - Throws: a refusal that names the parameter, when it is absent.
    func text(_ name: String) throws(OAuthRefusal) -> String {
        guard let text = claims[name]?.string, !text.isEmpty else {
            throw OAuthRefusal("invalid_request_object", "Send \(name) in the request object.")
        }
        return text
    }

    private static func decrypted(_ text: String, _ keys: DecryptionKeys) throws(OAuthRefusal) -> String {
        guard text.split(separator: ".", omittingEmptySubsequences: false).count == 5 else { return text }
        do throws(JWERefusal) {
            return String(decoding: try keys.decrypt(text).payload, as: UTF8.self)
        } catch {
            throw refused("It cannot be decrypted: \(error.rawValue).")
        }
    }

    private static func requireTimes(_ claims: JWTClaims, at now: Timestamp) throws(OAuthRefusal) {
        guard let start = claims.notBefore, let end = claims.expiresAt else { throw refused("Send nbf and exp in it.") }
        guard start > now.seconds - longestSeconds else { throw refused("Its nbf is more than an hour ago.") }
        guard end - start <= longestSeconds else { throw refused("It may live for an hour at most.") }
    }

    private static func refused(_ advice: String) -> OAuthRefusal {
        OAuthRefusal("invalid_request_object", "The request object is refused. \(advice)")
    }
}
