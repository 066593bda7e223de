public import ChaveBase
import ChavePixModel

extension PaymentIntent {
    /// Until when what it waits for has to come; `nil` at its end and where the bank alone decides when.
    public var deadline: Timestamp? {
        switch state {
        case .created(let deadline), .consented(let deadline), .awaitingApproval(_, let deadline): deadline
        case .authorising(let approval):
            PaymentIntentRules.paymentLeavesBy(approvedAt: approval.at)
        case .lapsing, .paying, .settling, .succeeded, .ended: nil
        }
    }

    /// The bank's words about its end, cleaned, or our sentence for the code.
    public var endMessage: String? { end.map { $0.message ?? $0.code.sentence } }
}
