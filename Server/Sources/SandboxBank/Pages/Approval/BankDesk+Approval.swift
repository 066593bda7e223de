import ChavePixModel
import ChaveWire
import Foundation
import GRDB
import InstitutionPort

/// A request for approval that still waits, with what the pages show of it.
struct PendingApproval {
    let request: AuthorizationRequest
    let enrollment: EnrollmentRecord
}

/// Where the browser goes after the decision.
enum DecisionOutcome: Sendable {
    /// The holder agreed; `code` works once.
    case approved(AuthorizationRequest, code: String, holder: String)
    case refused(AuthorizationRequest, description: String)
    /// The form was not one that the page offers.
    case notUnderstood
    /// Nothing waits for this decision any more.
    case gone
    case notSignedIn
}

extension BankDesk {
    static let sessionLifeSeconds = 900

    /// The request behind a ticket, while it and its enrollment wait for the holder.
    func pendingApproval(ticket: [UInt8]) throws -> PendingApproval? {
        guard let request = try authorizationRequest(ticket: ticket), request.decidedAt == nil,
            now < request.expiresAt, let enrollment = try storedEnrollment(request.enrollmentID),
            case .awaitingHolder = enrollment.state.expiring(at: now)
        else { return nil }
        return PendingApproval(request: request, enrollment: enrollment)
    }

    /// Who signed in for this request; `nil` when nobody did.
    func signedIn(session: String, ticket: [UInt8]) throws -> SandboxHolder? {
        let sql = """
            SELECT "cpf" FROM "page_session" WHERE "digest" = ?1 AND "ticket" = ?2 AND "expires_at" > ?3
            """
        let arguments: StatementArguments = [Digest.of(session).blob, Digest.of(ticket).blob, now.microseconds]
        guard let cpf: String = try database.row(sql, arguments)?[0] else { return nil }
        return SandboxHolder.with(cpf: cpf)
    }

    /// A session of its own for each sign-in, so that nobody can plant one before it.
    func signIn(_ holder: SandboxHolder, ticket: [UInt8]) throws -> String {
        let session = Base64URL.encode(randomBytes(32))
        try database.run(
            #"INSERT INTO "page_session" ("digest", "ticket", "cpf", "expires_at") VALUES (?1, ?2, ?3, ?4)"#,
            [
                Digest.of(session).blob, Digest.of(ticket).blob, holder.cpf,
                now.adding(seconds: Self.sessionLifeSeconds).microseconds,
            ]
        )
        return session
    }

    /// Takes the holder's decision, once.
    func decide(_ decision: HolderDecision?, session: String, ticket: [UInt8]) throws -> DecisionOutcome {
        guard let holder = try signedIn(session: session, ticket: ticket) else { return .notSignedIn }
        guard let pending = try pendingApproval(ticket: ticket) else { return .gone }
        guard let decision else { return .notUnderstood }
        var record = pending.enrollment
        switch decision {
        case .refuse:
            record.cancelledBy = holder.cpf
            return try refuse(&record, .manually, pending.request, "O titular recusou.")
        case .approve(let choice):
            guard record.cpf.utf8.elementsEqual(holder.cpf.utf8) else {
                return try refuse(&record, .holderMismatch, pending.request, "O titular é outra pessoa.")
            }
            guard institution.temper != .rejectsByPolicy else {
                return try refuse(&record, .internalSecurity, pending.request, "A política do banco não permite.")
            }
            guard try ledger.accounts(of: holder.cpf, at: ispb).contains(where: { $0.id == choice.account }) else {
                return .notUnderstood
            }
            return try approve(&record, choice, pending.request, holder)
        }
    }

    private func approve(
        _ record: inout EnrollmentRecord,
        _ choice: HolderChoice,
        _ request: AuthorizationRequest,
        _ holder: SandboxHolder
    ) throws -> DecisionOutcome {
        record.account = choice.account
        record.limits = choice.limits
        record.validUntil = choice.validityDays.map { now.adding(seconds: $0 * 86_400) }
        if institution.temper == .slowOptions {
            record.optionsReadyAt = now.adding(seconds: configuration.slowOptionsSeconds)
        }
        try advance(&record, .holderApproved, from: .holder, isToldToPlatform: true)
        try saveChoice(record)
        let code = Base64URL.encode(randomBytes(32))
        try close(request, code: code)
        return .approved(request, code: code, holder: holder.cpf)
    }

    private func refuse(
        _ record: inout EnrollmentRecord,
        _ reason: OFBRejectionReason,
        _ request: AuthorizationRequest,
        _ description: String
    ) throws -> DecisionOutcome {
        try advance(&record, .rejection(reason), from: .holder, isToldToPlatform: true)
        try close(request, code: nil)
        return .refused(request, description: description)
    }

    /// The decision is made: the ticket and whoever signed in with it are done.
    private func close(_ request: AuthorizationRequest, code: String?) throws {
        try database.run(
            #"UPDATE "authorization_request" SET "decided_at" = ?2, "code_digest" = ?3 WHERE "ticket" = ?1"#,
            [request.ticketDigest.blob, now.microseconds, code.map { Digest.of($0).blob }]
        )
        try database.run(#"DELETE FROM "page_session" WHERE "ticket" = ?1"#, [request.ticketDigest.blob])
    }
}
