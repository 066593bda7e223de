import ChaveBase
import ChavePixModel
import ChaveWire
import Foundation
import Hashing
import InstitutionPort
import SQLPort

extension BankDesk {
    /// The time for which the bank stores a key.
    static let keyLifeSeconds = 86_400

    /// Does `work` once for each client, endpoint and key; the same key with the same data returns the first outcome.
    func idempotently(_ call: InstitutionCall, _ work: () throws -> BankOutcome) throws -> BankOutcome {
        try idempotently(call, asking: []) { _ in try work() }
    }

    /// The same for `work` that reads the answers to `questions`, which go to the database together with the key.
    func idempotently(
        _ call: InstitutionCall,
        asking questions: [SQLQuestion],
        _ work: ([[SQLRow]]) throws -> BankOutcome
    ) throws -> BankOutcome {
        guard let key = call.idempotencyKey, Self.isKey(key) else {
            throw BankRefusal(.parameterMissing, "Send x-idempotency-key, 1 to 40 characters.", status: 400)
        }
        let fingerprint = try fingerprint(of: call)
        let endpoint = try endpoint(of: call)
        var found = try database.answers(to: [outcomeQuestion(endpoint, key, of: caller.id)] + questions)
        if let row = found.removeFirst().first, let known = try outcome(row, endpoint, key, fingerprint) {
            return try present(known, call)
        }
        let outcome: BankOutcome
        do {
            outcome = try work(found)
        } catch let refusal as BankRefusal {
            outcome = refusal.outcome
        }
        if outcome.isKept { try keep(outcome, endpoint, key, fingerprint) }
        return outcome
    }

    /// The answer to a repeat.
    ///
    /// Over the wire a consent or payment has its present status (Open Finance Brasil,
    /// idempotency); every other answer is the first one.
    private func present(_ known: BankOutcome, _ call: InstitutionCall) throws -> BankOutcome {
        guard try caller.isOnWire, case .answered(let status, let body) = known else { return known }
        let data = (try? JSONValue(parsing: body))?.object?["data"]
        switch call.operation {
        case .createConsent:
            guard let id = data?.object?["consentId"]?.string,
                case .answered(_, let body) = try readChangedConsent(id)
            else { return known }
            return .answered(status: status, body: body)
        case .createPayment:
            guard let id = data?.array?.first?.object?["consentId"]?.string else { return known }
            return try created(payments(ofConsent: id).map { try message(settled($0)) })
        default: return known
        }
    }

    /// The endpoint of a key: the operation, and the version of an interface that has several.
    private func endpoint(of call: InstitutionCall) throws -> String {
        let version = try caller.version.map { " \($0)" } ?? ""
        return "\(call.operation.rawValue)\(version)"
    }

    /// The digest of a call's data.
    ///
    /// On the wire it covers the token's enrollment, so that no enrollment reads another's
    /// answer.
    private func fingerprint(of call: InstitutionCall) throws -> [UInt8] {
        let enrollment = try caller.isOnWire ? tokenHolder(call)?.enrollmentID ?? "" : ""
        return Digest(of: Array("\(call.subject)\(enrollment)".utf8) + [0] + call.body).bytes
    }

    private func outcomeQuestion(
        _ endpoint: String,
        _ key: String,
        of client: String
    ) -> SQLQuestion {
        SQLQuestion(
            """
            SELECT "fingerprint", "outcome", "status", "body", "made_at" FROM "idempotency"
            WHERE "ispb" = ?1 AND "client" = ?2 AND "endpoint" = ?3 AND "key" = ?4
            """,
            [ispb, client, endpoint, key]
        )
    }

    /// The first answer under the key; `nil` when it is a day old, and it is then deleted.
    ///
    /// - Throws: `.idempotencyMismatch` when the key was used with other data.
    private func outcome(
        _ row: SQLRow,
        _ endpoint: String,
        _ key: String,
        _ fingerprint: [UInt8]
    ) throws -> BankOutcome? {
        var columns = ColumnReader(row, table: "idempotency")
        let knownFingerprint = try columns.bytes()
        let isAnswer = try columns.integer() == 1
        let status = Int(clamping: try columns.integer())
        let body = try columns.bytes()
        guard try now < columns.time().adding(seconds: Self.keyLifeSeconds) else {
            try database.run(
                #"DELETE FROM "idempotency" WHERE "ispb" = ?1 AND "client" = ?2 AND "endpoint" = ?3 AND "key" = ?4"#,
                [ispb, try caller.id, endpoint, key]
            )
            return nil
        }
        guard knownFingerprint == fingerprint else {
            throw BankRefusal(.idempotencyMismatch, "This key was used with other data; send a new one.")
        }
        return isAnswer ? .answered(status: status, body: body) : .refused(status: status, body: body)
    }

    private func keep(
        _ outcome: BankOutcome,
        _ endpoint: String,
        _ key: String,
        _ fingerprint: [UInt8]
    ) throws {
        let (isAnswer, status, body): (Bool, Int, [UInt8])
        switch outcome {
        case .answered(let answerStatus, let answerBody): (isAnswer, status, body) = (true, answerStatus, answerBody)
        case .refused(let refusalStatus, let refusalBody):
            (isAnswer, status, body) = (false, refusalStatus, refusalBody)
        case .overloaded: return
        }
        try database.run(
            """
            INSERT INTO "idempotency"
                ("ispb", "client", "endpoint", "key", "fingerprint", "outcome", "status", "body", "made_at")
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)
            """,
            [
                ispb, try caller.id, endpoint, key, fingerprint.blob, isAnswer ? 1 : 0, status, body.blob,
                now.microseconds,
            ]
        )
    }

    /// Open Finance's pattern: no white space at either end, at most 40 characters.
    private static func isKey(_ key: String) -> Bool {
        guard let first = key.unicodeScalars.first, let last = key.unicodeScalars.last else { return false }
        return key.unicodeScalars.count <= 40 && !first.properties.isWhitespace && !last.properties.isWhitespace
    }
}
