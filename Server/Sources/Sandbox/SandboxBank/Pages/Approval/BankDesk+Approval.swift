import ChaveBase
import ChavePixModel
import Foundation
import Hashing
import InstitutionPort
import SQLPort

/// A request for approval that still waits, with the data for the pages.
struct PendingApproval {
    let request: AuthorizationRequest
    let enrollment: EnrollmentRecord
    /// The registered name of the client; `nil` for the platform in this process.
    let clientName: String?
}

/// A request that no longer waits for a decision.
struct ClosedRequest {
    enum Reason: Hashable, Sendable {
        case decided
        case expired
        /// Its enrollment ended before the decision.
        case withdrawn
    }

    let request: AuthorizationRequest
    /// The initiator's name, from its own request.
    let name: String?
    let reason: Reason
}

/// The outcome of a decision, which decides the browser's next page.
enum DecisionOutcome: Sendable {
    /// The holder agreed; `code` works once.
    case approved(AuthorizationRequest, code: String, holder: String)
    case refused(AuthorizationRequest, description: String)
    /// The form is not one that the page offers, or asks for more than the bank allows; the page appears again.
    case notUnderstood(PendingApproval, SandboxHolder, [AccountRecord])
    /// No request waits for this decision; the closed request, if the bank still has it.
    case gone(ClosedRequest?)
    case notSignedIn
}

extension BankDesk {
    static let sessionLifeSeconds = 900

    /// The request behind a ticket, while it and its enrollment wait for the holder.
    func pendingApproval(ticket: [UInt8]) throws -> PendingApproval? {
        guard let request = try authorizationRequest(ticket: ticket), request.decidedAt == nil,
            deadlineNow < request.expiresAt, let enrollment = try storedEnrollment(request.enrollmentID),
            case .awaitingHolder = enrollment.state.expiring(at: deadlineNow)
        else { return nil }
        return PendingApproval(
            request: request,
            enrollment: enrollment,
            clientName: try client(request.clientID)?.name
        )
    }

    /// The closed request behind a ticket; `nil` when the bank has none.
    func closedRequest(ticket: [UInt8]) throws -> ClosedRequest? {
        guard let request = try authorizationRequest(ticket: ticket) else { return nil }
        let enrollment = try storedEnrollment(request.enrollmentID)
        let name = try client(request.clientID)?.name ?? enrollment?.givenName(at: institution)
        if request.decidedAt != nil { return ClosedRequest(request: request, name: name, reason: .decided) }
        let isTimedOut = enrollment?.state.expiring(at: deadlineNow) == .rejected(.holderValidationTimedOut)
        return ClosedRequest(request: request, name: name, reason: isTimedOut ? .expired : .withdrawn)
    }

    /// The holder who signed in for this request; `nil` without a sign-in.
    func signedIn(session: String, ticket: [UInt8]) throws -> SandboxHolder? {
        let sql = """
            SELECT "cpf" FROM "page_session" WHERE "digest" = ?1 AND "ticket" = ?2 AND "expires_at" > ?3
            """
        let arguments: SQLArguments = [
            Digest(ofText: session).bytes.blob, Digest(of: ticket).bytes.blob, now.microseconds,
        ]
        guard let row = try database.row(sql, arguments) else { return nil }
        var columns = ColumnReader(row, table: "page_session")
        return SandboxHolder.with(cpf: try columns.text())
    }

    /// Makes a new session for each sign-in, so that nobody can plant one before it.
    func signIn(_ holder: SandboxHolder, ticket: [UInt8]) throws -> String {
        let session = Base64URL.encode(randomBytes(32))
        try database.run(
            #"INSERT INTO "page_session" ("digest", "ticket", "cpf", "expires_at") VALUES (?1, ?2, ?3, ?4)"#,
            [
                Digest(ofText: session).bytes.blob, Digest(of: ticket).bytes.blob, holder.cpf,
                now.adding(seconds: Self.sessionLifeSeconds).microseconds,
            ]
        )
        return session
    }

    /// Accepts the holder's decision, once.
    ///
    /// A decision ends its session. Therefore the request is checked first: a holder who sends the form twice does not
    /// see a missing sign-in.
    func decide(_ decision: HolderDecision?, session: String, ticket: [UInt8]) throws -> DecisionOutcome {
        guard let pending = try pendingApproval(ticket: ticket) else { return .gone(try closedRequest(ticket: ticket)) }
        guard let holder = try signedIn(session: session, ticket: ticket) else { return .notSignedIn }
        let accounts = try ledger.accounts(of: holder.cpf, at: ispb)
        guard let decision else { return .notUnderstood(pending, holder, accounts) }
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
            guard accounts.contains(where: { $0.id == choice.account }),
                record.account == nil || record.account == choice.account
            else {
                return .notUnderstood(pending, holder, accounts)
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
        record.validUntil = choice.validityDays.map { deadlineNow.adding(seconds: $0 * 86_400) }
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

    /// Closes a decided request: its ticket and its sessions end.
    private func close(_ request: AuthorizationRequest, code: String?) throws {
        try database.run(
            #"UPDATE "authorization_request" SET "decided_at" = ?2, "code_digest" = ?3 WHERE "ticket" = ?1"#,
            [request.ticketDigest.blob, now.microseconds, code.map { Digest(ofText: $0).bytes.blob }]
        )
        try database.run(#"DELETE FROM "page_session" WHERE "ticket" = ?1"#, [request.ticketDigest.blob])
    }
}
