import ChaveBase
import ChaveWire
package import InstitutionPort

/// The ways in which a bank meets a call, as far as they can be seen from outside.
package enum BankConduct: String, Hashable, Sendable, CaseIterable {
    /// Does the work and says so.
    case answers
    /// 422 with its list of errors, as the bank's own word; OAuth's 400 at the authorization server.
    case refuses
    /// 400 or 404 with its list of errors, without the proof that a 422 has.
    case refusesPlainly
    /// 401 for an enrollment's token.
    case refusesTheToken
    /// 401 for the connector's own token, and none for the next one.
    case refusesTheConnectorsTokenOnce
    /// 401 for each token of the connector's own.
    case refusesTheConnectorsTokens
    /// 429 with `Retry-After: 7`.
    case isBusy
    /// 529.
    case isOverloaded
    /// 500.
    case fails
    /// 503 with `Retry-After: 9`.
    case isDown
    /// 500, although the work is done.
    case failsAfterwards
    /// 403.
    case forbids
    /// 302 to another address.
    case redirects
    /// No connection.
    case isAway
    /// Does the work, and says nothing until the caller's time is over.
    case hangs
    /// Does the work; its answer breaks off.
    case cuts
    /// 200 with a page of HTML, from a gateway before the bank.
    case sendsAPage
    /// Does the work; its answer is over 256 KiB.
    case sendsTooMuch
    /// Does the work; nothing proves that the answer is the bank's.
    case answersUnproven
    /// Does the work; its answer names another call.
    case answersAnother

    /// The code of each refusal; OAuth's endpoints have another.
    package static func refusalCode(of operation: InstitutionOperation) -> String {
        operation.isOfAuthorizationServer ? "invalid_grant" : "NAO_INFORMADO"
    }

    /// Whether the bank did what the call asks for.
    package var doesTheWork: Bool {
        switch self {
        case .answers, .refusesTheConnectorsTokenOnce, .failsAfterwards, .hangs, .cuts, .sendsTooMuch,
            .answersUnproven, .answersAnother:
            true
        case .refuses, .refusesPlainly, .refusesTheToken, .refusesTheConnectorsTokens, .isBusy, .isOverloaded,
            .fails, .isDown, .forbids, .redirects, .isAway, .sendsAPage:
            false
        }
    }

    /// The operations that can meet it.
    package var operations: [InstitutionOperation] {
        switch self {
        case .answers, .refuses, .isBusy, .isOverloaded, .fails, .isDown, .failsAfterwards, .forbids, .redirects,
            .isAway, .hangs, .cuts, .sendsAPage, .sendsTooMuch:
            InstitutionOperation.allCases
        case .refusesPlainly, .answersUnproven, .answersAnother:
            InstitutionOperation.allCases.filter { !$0.isOfAuthorizationServer }
        case .refusesTheToken: InstitutionOperation.allCases.filter(\.hasEnrollmentToken)
        case .refusesTheConnectorsTokenOnce, .refusesTheConnectorsTokens:
            InstitutionOperation.allCases.filter { !$0.hasEnrollmentToken && !$0.isOfAuthorizationServer }
        }
    }
}

// MARK: What it means

extension BankConduct {
    /// The reply that the port promises.
    enum Meaning: Hashable, CustomStringConvertible {
        case answered
        case refused
        case tokenRefused
        case unknown([InstitutionUnknown], retryAfterSeconds: Int64? = nil)

        var description: String {
            switch self {
            case .answered: "answered"
            case .refused: "refused"
            case .tokenRefused: "tokenRefused"
            case .unknown(let reasons, _): "unknown(\(reasons.map(\.rawValue).joined(separator: " or ")))"
            }
        }
    }

    /// The meaning of this conduct: the table of `docs/open-finance.md`, "What an answer means".
    func meaning(for operation: InstitutionOperation) -> Meaning {
        switch self {
        case .answers, .refusesTheConnectorsTokenOnce: .answered
        case .refuses: .refused
        // Of a payment only the bank's own 422 counts, and the list is where a payment is looked for before.
        case .refusesPlainly:
            [.createPayment, .listPayments].contains(operation) ? .unknown([.unreadable]) : .refused
        case .refusesTheToken: .tokenRefused
        case .isBusy: .unknown([.overloaded], retryAfterSeconds: 7)
        case .isOverloaded: .unknown([.overloaded])
        case .fails, .failsAfterwards: .unknown([.serverError])
        case .isDown: .unknown([.serverError], retryAfterSeconds: 9)
        case .isAway: .unknown([.unreachable])
        case .hangs: .unknown([.timedOut])
        case .cuts: .unknown([.unreachable, .unreadable])
        case .refusesTheConnectorsTokens, .forbids, .redirects, .sendsAPage, .sendsTooMuch, .answersUnproven,
            .answersAnother:
            .unknown([.unreadable])
        }
    }

    /// Whether it leaves open what the call did.
    var leavesItOpen: Bool { if case .unknown = meaning(for: .createConsent) { true } else { false } }

    /// The fault of a reply to this conduct; `nil` when it is the promised one.
    func fault(of reply: InstitutionReply?, to operation: InstitutionOperation, code: String) -> String? {
        guard let reply else { return "no reply came" }
        switch (meaning(for: operation), reply) {
        case (.answered, .answered(let status, let body, _)) where (200...299).contains(status):
            return operation.isAnswered(by: body) ? nil : "the answer is not the operation's message"
        case (.refused, .refused(let status, let body, _)) where (400...499).contains(status):
            return (try? OFBErrors(bytes: body))?.firstCode == code ? nil : "the refusal has not the bank's code"
        case (.tokenRefused, .tokenRefused): return nil
        case (.unknown(let reasons, let seconds), .unknown(let reason, let found)):
            if !reasons.contains(reason) { return "unknown for another reason: \(reason.rawValue)" }
            return seconds == found ? nil : "the bank's Retry-After is \(found.map(String.init) ?? "lost")"
        case (let meaning, _): return "\(reply.kind) in place of \(meaning)"
        }
    }
}

extension InstitutionReply {
    /// The reply without anything of the call.
    var kind: String {
        switch self {
        case .answered(let status, _, _): "answered \(status)"
        case .refused(let status, _, _): "refused \(status)"
        case .tokenRefused: "tokenRefused"
        case .unknown(let reason, _): "unknown(\(reason.rawValue))"
        }
    }

    /// The bank's clock.
    var date: Timestamp? {
        switch self {
        case .answered(_, _, let date), .refused(_, _, let date): date
        case .tokenRefused, .unknown: nil
        }
    }

    var isAnswered: Bool { if case .answered = self { true } else { false } }
    var isUnknown: Bool { if case .unknown = self { true } else { false } }

    /// The message of an answer or a refusal, without the bank's links and times.
    var data: JSONValue? {
        switch self {
        case .answered(_, let body, _), .refused(_, let body, _):
            guard let json = try? JSONValue(parsing: body) else { return nil }
            return json["data"] ?? json
        case .tokenRefused, .unknown: return nil
        }
    }
}
