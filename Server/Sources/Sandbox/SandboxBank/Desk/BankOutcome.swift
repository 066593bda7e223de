import ChaveBase
import ChavePixModel
import InstitutionPort

/// The bank's answer to one call.
enum BankOutcome: Hashable, Sendable {
    case answered(status: Int, body: [UInt8])
    case refused(status: Int, body: [UInt8])
    /// 529: not now.
    case overloaded

    static let noContent = BankOutcome.answered(status: 204, body: [])

    /// Whether the idempotency key stores this outcome: the bank stores decisions only.
    var isKept: Bool {
        switch self {
        case .answered: true
        case .refused(let status, _): status == 422
        case .overloaded: false
        }
    }

    func reply(at date: Timestamp) -> InstitutionReply {
        switch self {
        case .answered(let status, let body): .answered(status: status, body: body, date: date)
        case .refused(let status, let body): .refused(status: status, body: body, date: date)
        case .overloaded: .unknown(.overloaded)
        }
    }
}

/// A refusal that an operation throws.
///
/// The operation's earlier writes stay stored.
struct BankRefusal: Error, Hashable {
    var code: OFBCode
    /// The advice for the caller; it holds nothing of the call.
    var detail: String
    /// A status that replaces the code's own.
    var status: Int?

    init(_ code: OFBCode, _ detail: String, status: Int? = nil) {
        self.code = code
        self.detail = detail
        self.status = status
    }

    init(_ error: InstitutionMessageError) {
        switch error.problem {
        case .missing: self.init(.parameterMissing, "Send \(error.field).")
        case .invalid: self.init(.parameterInvalid, "Mend \(error.field.isEmpty ? "the body" : error.field).")
        }
    }

    var outcome: BankOutcome {
        let error = OFBError(code: code.rawValue, title: code.rawValue, detail: detail)
        return .refused(status: status ?? code.httpStatus, body: OFBErrors(errors: [error]).bytes)
    }
}
