import ChaveBase
import ChaveJOSE
import ChavePixModel
import Foundation
import Hashing
import InstitutionPort
import SQLPort

extension BankDesk {
    /// The time for exchanging a code.
    static let codeLifeSeconds = 600

    /// The pushed authorization request; a new request of the same enrollment replaces the old one.
    func pushAuthorization(_ call: InstitutionCall) throws -> BankOutcome {
        let request: PushedAuthorization = try decode(call.body)
        let client = try caller
        guard request.clientID.map(client.owns) ?? true else {
            throw BankRefusal(.invalidRequest, "Send the client_id of this connection.")
        }
        guard let callback = CallbackURL(request.redirectURI, rules: .sandbox) else {
            throw BankRefusal(.invalidRequest, "Send a redirect_uri that a browser may be sent to.")
        }
        guard (try? Base64URL.decode(request.codeChallenge))?.count == 32 else {
            throw BankRefusal(.invalidRequest, "Send the S256 of the code verifier as code_challenge.")
        }
        let record = try enrollment(request.enrollmentID)
        guard case .awaitingHolder(let deadline) = record.state else {
            throw BankRefusal(.enrollmentStatusInvalid, "The enrollment does not wait for its holder.")
        }
        try database.run(
            #"DELETE FROM "authorization_request" WHERE "enrollment" = ?1 AND "decided_at" IS NULL"#,
            [record.id]
        )
        let ticket = randomBytes(32)
        try database.run(
            """
            INSERT INTO "authorization_request" ("ticket", "enrollment", "ispb", "client", "redirect_uri", "state",
                "nonce", "code_challenge", "expires_at")
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)
            """,
            [
                Digest(of: ticket).bytes.blob, record.id, ispb, client.id, callback.text, request.state,
                request.nonce, request.codeChallenge, deadline.microseconds,
            ]
        )
        let answer = PushedAuthorizationAnswer(
            redirectURL: "\(configuration.pageURL(institution))/authorize?request=\(Base64URL.encode(ticket))",
            expiresInSeconds: Int(max(0, deadline.microseconds(since: deadlineNow) / 1_000_000))
        )
        return .answered(status: 201, body: answer.bytes)
    }

    /// The exchange of the code; a wrong exchange of a known code rejects an enrollment that waits for its credential.
    func exchangeCode(_ call: InstitutionCall) throws -> BankOutcome {
        let exchange: CodeExchange = try decode(call.body)
        let refusal = BankRefusal(.invalidGrant, "The code is unknown, used, too old or not for this request.")
        guard let request = try authorizationRequest(codeDigest: Digest(ofText: exchange.code).bytes),
            sees(request.clientID)
        else { throw refusal }
        var record = try enrollment(request.enrollmentID)
        guard case .awaitingCredential = record.state else { throw refusal }
        guard try request.accepts(exchange, of: caller, at: now) else {
            try reject(record, .hybridFlowFailure, with: refusal)
        }
        try database.run(
            #"UPDATE "authorization_request" SET "code_used_at" = ?2 WHERE "ticket" = ?1"#,
            [request.ticketDigest.blob, now.microseconds]
        )
        let secret = Base64URL.encode(randomBytes(32))
        record.refreshDigest = Digest(ofText: secret).bytes
        record.refreshClient = try caller.id
        try saveRefresh(record)
        let refreshToken = "rt.\(Base64URL.encode(Array(record.id.utf8))).\(secret)"
        return try tokenAnswer(record, refreshToken, idToken: idToken(request, exchange.code, record))
    }

    /// The identity token of an exchange; the platform in this process has the one of the redirect.
    private func idToken(
        _ request: AuthorizationRequest,
        _ code: String,
        _ record: EnrollmentRecord
    ) throws -> String? {
        guard client?.certificate != nil else { return nil }
        let issuer = branch.issuer(configuration)
        return try IdentityToken(request: request, code: code, holder: record.cpf, issuer: issuer)
            .signed(by: branch.key, at: now)
    }

    /// A new access token; the refresh token lives as long as the enrollment.
    ///
    /// The operation only reads.
    func refreshToken(_ call: InstitutionCall) throws -> BankOutcome {
        let refresh: TokenRefresh = try decode(call.body)
        let refusal = BankRefusal(.invalidGrant, "The refresh token is unknown or its enrollment has ended.")
        guard let record = try refreshed(by: refresh.refreshToken),
            try refresh.clientID.map(caller.owns) ?? true
        else { throw refusal }
        switch record.state.expiring(at: deadlineNow) {
        case .awaitingCredential, .authorised: return tokenAnswer(record, refresh.refreshToken)
        case .awaitingRiskSignals, .awaitingHolder, .rejected, .revoked: throw refusal
        }
    }

    func authorizationRequest(ticket: [UInt8]) throws -> AuthorizationRequest? {
        try authorizationRequest(where: #""ticket" = ?1"#, Digest(of: ticket).bytes)
    }

    private func authorizationRequest(codeDigest: [UInt8]) throws -> AuthorizationRequest? {
        try authorizationRequest(where: #""code_digest" = ?1"#, codeDigest)
    }

    private func authorizationRequest(where condition: String, _ digest: [UInt8]) throws -> AuthorizationRequest? {
        let sql = """
            SELECT \(AuthorizationRequest.columns) FROM "authorization_request" WHERE \(condition) AND "ispb" = ?2
            """
        return try database.row(sql, [digest.blob, ispb]).map(AuthorizationRequest.init)
    }

    /// Takes back a refresh token; one that is unknown needs no taking back (RFC 7009, section 2.2).
    func revokeRefreshToken(_ token: String) throws {
        guard var record = try refreshed(by: token) else { return }
        record.refreshDigest = nil
        try saveRefresh(record)
    }

    /// The enrollment of a refresh token of the caller; `nil` for a token that is not valid.
    private func refreshed(by token: String) throws -> EnrollmentRecord? {
        let parts = token.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 3, parts[0] == "rt", let id = try? Base64URL.decode(String(parts[1])),
            let record = try storedEnrollment(String(decoding: id, as: UTF8.self)),
            record.refreshDigest == Digest(ofText: String(parts[2])).bytes,
            record.refreshClient.map(sees) ?? false
        else { return nil }
        return record
    }

    private func tokenAnswer(
        _ record: EnrollmentRecord,
        _ refreshToken: String,
        idToken: String? = nil
    ) -> BankOutcome {
        let scopes = ["openid", "payments", "nrp-consents"].filter { client?.scopes.contains($0) ?? true }
        let holder = AccessTokenHolder(
            enrollmentID: record.id,
            client: record.client,
            certificate: client?.certificate,
            scope: (scopes + ["enrollment:\(record.id)"]).joined(separator: " ")
        )
        let answer = TokenAnswer(
            accessToken: tokens.issue(for: holder, at: now),
            refreshToken: refreshToken,
            expiresInSeconds: tokens.lifeSeconds,
            idToken: idToken
        )
        return .answered(status: 200, body: answer.bytes)
    }
}

/// A stored request for the holder's approval.
struct AuthorizationRequest {
    let ticketDigest: [UInt8]
    let enrollmentID: String
    let clientID: String
    let redirectURI: String
    let state: String
    let nonce: String
    let codeChallenge: String
    let expiresAt: Timestamp
    let decidedAt: Timestamp?
    let codeUsedAt: Timestamp?

    static let columns = """
        "ticket", "enrollment", "client", "redirect_uri", "state", "nonce", "code_challenge", "expires_at",
        "decided_at", "code_used_at"
        """

    init(_ row: SQLRow) throws {
        var columns = ColumnReader(row, table: "authorization_request")
        ticketDigest = try columns.bytes()
        enrollmentID = try columns.text()
        clientID = try columns.text()
        redirectURI = try columns.text()
        state = try columns.text()
        nonce = try columns.text()
        codeChallenge = try columns.text()
        expiresAt = try columns.time()
        decidedAt = try columns.optionalTime()
        codeUsedAt = try columns.optionalTime()
    }

    /// Whether `exchange` may redeem this request's code: once, in time, and only by its initiator.
    ///
    /// See RFC 6749, section 4.1.3, and RFC 7636, section 4.6.
    func accepts(_ exchange: CodeExchange, of client: BankClient, at now: Timestamp) -> Bool {
        guard codeUsedAt == nil, let decidedAt, now < decidedAt.adding(seconds: BankDesk.codeLifeSeconds) else {
            return false
        }
        let challenge = Base64URL.encode(Digest(ofText: exchange.codeVerifier).bytes)
        return client.owns(clientID) && (exchange.clientID.map(client.owns) ?? true)
            && redirectURI.utf8.elementsEqual(exchange.redirectURI.utf8)
            && codeChallenge.utf8.elementsEqual(challenge.utf8)
    }
}
