import ChaveBase
import ChavePixModel
import InstitutionPort

/// What the bank says to one call.
enum BankOutcome: Hashable, Sendable {
    case answered(status: Int, body: [UInt8])
    case refused(status: Int, body: [UInt8])
    /// 529: not now.
    case overloaded

    static let noContent = BankOutcome.answered(status: 204, body: [])

    /// Whether the same idempotency key gets it again: what was decided is kept, what was not is not.
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

/// A refusal on its way out of an operation.
///
/// Whatever the operation had written before it threw this stays written.
struct BankRefusal: Error, Hashable {
    var code: OFBCode
    /// Says what to do about it; nothing of the call stands in it.
    var detail: String
    /// Another status than the code's own.
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
