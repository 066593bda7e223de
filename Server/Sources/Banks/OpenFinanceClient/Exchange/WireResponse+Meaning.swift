import ChaveBase
import InstitutionPort

extension WireResponse {
    /// The sender's clock; `nil` when it does not tell.
    var date: Timestamp? { header("date").flatMap(Timestamp.init(httpDate:)) }

    /// How many seconds to wait before the next try, by the sender's clock; `nil` when it does not tell.
    private var retryAfterSeconds: Int64? {
        switch header("retry-after").flatMap(RetryAfter.init) {
        case .seconds(let seconds): seconds
        case .date(let moment): date.map { max(0, moment.microseconds(since: $0) / 1_000_000) }
        case nil: nil
        }
    }

    /// The reply to an answer that is neither a success nor a certain refusal.
    var unknown: InstitutionReply {
        switch status {
        case 429, 529: .unknown(.overloaded, retryAfterSeconds: retryAfterSeconds)
        case 500...599: .unknown(.serverError, retryAfterSeconds: retryAfterSeconds)
        default: .unknown(.unreadable)
        }
    }
}

extension InstitutionUnknown {
    init(_ fault: WireFault) {
        switch fault {
        case .timedOut: self = .timedOut
        case .unreachable, .forbiddenAddress: self = .unreachable
        case .tooLong: self = .unreadable
        }
    }
}
