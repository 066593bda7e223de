public import ChaveBase
public import ChaveJOSE
public import ChavePixModel
import ChaveWire

/// The question whether an identity token ties a holder's approval to this redirect.
public struct IdentityQuestion: Hashable, Sendable, Redacted {
    /// The institution of the enrollment, never one that a callback names.
    public var institution: InstitutionID
    public var token: String
    /// The nonce of the authorization request.
    public var nonce: String
    /// The redirect's other parameters; `nil` for the token endpoint's token, which need not name them.
    public var redirect: Redirect?
    /// `sub` of the redirect's token, which the token endpoint's must repeat; `nil` to accept any.
    public var subject: String?

    /// The parameters of a redirect that its identity token names by their hashes.
    public struct Redirect: Hashable, Sendable {
        public var state: String
        public var code: String

        public init(state: String, code: String) {
            self.state = state
            self.code = code
        }
    }

    public init(
        institution: InstitutionID,
        token: String,
        nonce: String,
        redirect: Redirect?,
        subject: String? = nil
    ) {
        self.institution = institution
        self.token = token
        self.nonce = nonce
        self.redirect = redirect
        self.subject = subject
    }
}

/// Whether an identity token holds.
public enum IdentityVerdict: Hashable, Sendable {
    /// It does; `subject` is the holder's id at the bank, which is not the CPF.
    case holds(subject: String)
    case doesNotHold
    /// The bank's keys cannot be had at the moment: ask again.
    case notNow
}

/// Checks a signed identity token of a bank.
///
/// OpenID Connect Core 1.0, sections 3.3.2.11 and 3.3.2.12, and FAPI 1.0 Advanced, section 5.2.2.1, define the checks.
/// They are: signature by a key of the institution, `iss`, `aud`, `exp`, `iat` (at most 16 minutes old, at most 60 s
/// ahead), `nonce`, `s_hash`, `c_hash`, `acr`. A token of the token endpoint may leave out `acr`, and has the same `iss` and `sub` as the redirect's (section 3.3.3.6).
public struct IdentityTokenCheck: Sendable {
    /// `iss` of the institution's tokens.
    public var issuer: String
    /// The institution's keys.
    public var keys: JWKSet
    /// The platform's client id at the institution.
    public var clientID: String
    public var now: Timestamp

    public init(issuer: String, keys: JWKSet, clientID: String, now: Timestamp) {
        self.issuer = issuer
        self.keys = keys
        self.clientID = clientID
        self.now = now
    }

    /// Why a token is invalid, in the order of the checks.
    public enum Refusal: String, Error, CaseIterable {
        case tokenInvalid
        case wrongAlgorithm
        case nonceMismatch
        case stateMismatch
        case codeMismatch
        case levelTooLow
        case subjectMismatch
    }

    /// The result of all checks; never ``IdentityVerdict/notNow``: the keys are at hand.
    public func verdict(_ question: IdentityQuestion) -> IdentityVerdict {
        (try? subject(question)).map { .holds(subject: $0) } ?? .doesNotHold
    }

    /// `sub` of a token that holds.
    public func subject(_ question: IdentityQuestion) throws(Refusal) -> String {
        let claims = try verifiedClaims(question.token)
        try requireNonce(question, claims)
        try requireState(question, claims)
        try requireCode(question, claims)
        try requireLevel(question, claims)
        return try requiredSubject(question, claims)
    }

    private func verifiedClaims(_ token: String) throws(Refusal) -> JWTClaims {
        let expectation = JWTExpectation(
            type: nil,
            issuer: issuer,
            audience: clientID,
            leewaySeconds: 60,
            maximumAgeSeconds: 15 * 60
        )
        let verified: VerifiedJWT
        do { verified = try keys.verify(token, expecting: expectation, now: now.seconds) } catch { throw .tokenInvalid }
        // Open Finance allows PS256 only.
        guard verified.key.algorithm == .ps256 else { throw .wrongAlgorithm }
        // Another audience beside ours could use the token, too.
        guard verified.claims.audiences.count == 1 else { throw .tokenInvalid }
        return verified.claims
    }

    private func requireNonce(_ question: IdentityQuestion, _ claims: JWTClaims) throws(Refusal) {
        guard let nonce = claims["nonce"]?.string, nonce.utf8.elementsEqual(question.nonce.utf8) else {
            throw .nonceMismatch
        }
    }

    private func requireState(_ question: IdentityQuestion, _ claims: JWTClaims) throws(Refusal) {
        guard let redirect = question.redirect else { return }
        guard let hash = claims["s_hash"]?.string, LeftHalfHash.isSHA256(hash, of: redirect.state) else {
            throw .stateMismatch
        }
    }

    private func requireCode(_ question: IdentityQuestion, _ claims: JWTClaims) throws(Refusal) {
        guard let redirect = question.redirect else { return }
        guard let hash = claims["c_hash"]?.string, LeftHalfHash.isSHA256(hash, of: redirect.code) else {
            throw .codeMismatch
        }
    }

    private func requireLevel(_ question: IdentityQuestion, _ claims: JWTClaims) throws(Refusal) {
        let levels = ["urn:brasil:openbanking:loa2", "urn:brasil:openbanking:loa3"]
        guard let acr = claims["acr"]?.string else {
            // The redirect's token has proven it.
            if question.redirect == nil { return }
            throw .levelTooLow
        }
        guard levels.contains(where: { $0.utf8.elementsEqual(acr.utf8) }) else { throw .levelTooLow }
    }

    private func requiredSubject(_ question: IdentityQuestion, _ claims: JWTClaims) throws(Refusal) -> String {
        guard let subject = claims["sub"]?.string, !subject.isEmpty, subject.utf8.count <= 255,
            question.subject.map({ $0.utf8.elementsEqual(subject.utf8) }) ?? true
        else { throw .subjectMismatch }
        return subject
    }
}
