import ChaveBase
import ChaveJOSE
import ChaveWire
import OpenFinanceCertificates
import OpenFinanceWire

/// A software statement that the directory signed a moment ago (Open Finance Brasil, dynamic registration 2.1.0).
struct SoftwareStatementAssertion {
    let claims: JSONObject
    let software: String
    let organisation: String

    /// The greatest age.
    private static let longestSeconds: Int64 = 300

    /// Verifies a statement by the directory's keys.
    static func verify(_ text: String, _ wire: WireBank) async throws -> SoftwareStatementAssertion {
        guard let message = try? CompactJWS(parsing: text), message.claimedAlgorithm == JWSAlgorithm.ps256.rawValue,
            let keyID = message.keyID
        else { throw refused("It is no token signed by PS256 with a kid.") }
        let keys = try await wire.directory.keys(of: WireBank.statements, for: keyID).keys
        guard let key = keys.key(keyID), key.algorithm == .ps256,
            key.isValidSignature(message.signature, over: message.signingInput)
        else { throw refused("The directory did not sign it.") }
        guard let claims = JWTClaims(parsing: message.payload), let issuedAt = claims.issuedAt,
            let software = claims["software_id"]?.string, let organisation = claims["org_id"]?.string
        else { throw refused("It has no iat, software_id or org_id.") }
        let age = wire.world.now().seconds - issuedAt
        guard (-60...longestSeconds).contains(age) else {
            throw refused("It is older than five minutes. Get a new one from the directory.")
        }
        return SoftwareStatementAssertion(claims: claims.object, software: software, organisation: organisation)
    }

    func texts(_ name: String) -> [String] { (claims[name]?.array ?? []).compactMap(\.string) }

    private static func refused(_ advice: String) -> OAuthRefusal {
        OAuthRefusal("invalid_software_statement", "The software_statement is refused. \(advice)")
    }
}
