import ChaveBase
import ChaveJOSE
import ChavePixModel
import ChaveWire
import InstitutionPort
import PaymentsModel

/// The check that a callback's `id_token` links this code and this state to this enrollment at this bank.
///
/// OpenID Connect Core 1.0, sections 3.3.2.11 and 3.3.2.12, and FAPI 1.0 Advanced, section 5.2.2.1, define the checks.
/// They are: signature by a key of the institution, `iss`, `aud`, `exp`, `iat` (±60 s), `nonce`, `s_hash`, `c_hash`,
/// `acr`. The institution is the one of the enrollment, never one that the callback names.
struct IDTokenCheck {
    let institution: InstitutionDirectoryEntry
    let clientID: String
    let secrets: RedirectionSecrets
    let now: Timestamp

    /// Why a token is invalid, in the order of the checks.
    enum Refusal: String, Error, CaseIterable {
        case keysUnreadable
        case wrongAlgorithm
        case tokenInvalid
        case nonceMismatch
        case stateMismatch
        case codeMismatch
        case levelTooLow
    }

    func verify(_ token: String, code: String) throws(Refusal) {
        let claims = try verifiedClaims(token)
        try requireNonce(claims)
        try requireState(claims)
        try requireCode(code, claims)
        try requireLevel(claims)
    }

    private func verifiedClaims(_ token: String) throws(Refusal) -> JWTClaims {
        let keys: JWKSet
        do { keys = try JWKSet(json: institution.jwks) } catch { throw .keysUnreadable }
        let expectation = JWTExpectation(
            type: nil,
            issuer: institution.issuer,
            audience: clientID,
            leewaySeconds: 60,
            maximumAgeSeconds: 15 * 60
        )
        let verified: VerifiedJWT
        do { verified = try keys.verify(token, expecting: expectation, now: now.seconds) } catch { throw .tokenInvalid }
        // Open Finance allows PS256 only.
        guard verified.key.algorithm == .ps256 else { throw .wrongAlgorithm }
        return verified.claims
    }

    private func requireNonce(_ claims: JWTClaims) throws(Refusal) {
        guard let nonce = claims["nonce"]?.string, nonce.utf8.elementsEqual(secrets.nonce.utf8) else {
            throw .nonceMismatch
        }
    }

    private func requireState(_ claims: JWTClaims) throws(Refusal) {
        guard let hash = claims["s_hash"]?.string, LeftHalfHash.isSHA256(hash, of: secrets.state) else {
            throw .stateMismatch
        }
    }

    private func requireCode(_ code: String, _ claims: JWTClaims) throws(Refusal) {
        guard let hash = claims["c_hash"]?.string, LeftHalfHash.isSHA256(hash, of: code) else { throw .codeMismatch }
    }

    private func requireLevel(_ claims: JWTClaims) throws(Refusal) {
        let levels = ["urn:brasil:openbanking:loa2", "urn:brasil:openbanking:loa3"]
        guard let acr = claims["acr"]?.string, levels.contains(where: { $0.utf8.elementsEqual(acr.utf8) }) else {
            throw .levelTooLow
        }
    }
}
