import ChaveBase
import PaymentsModel

extension PaymentIntentState {
    /// Where nobody has put a clock forward, one time says it all.
    func receiving(
        _ event: PaymentIntentEvent,
        at time: Timestamp
    ) throws(UnexpectedPaymentIntentEvent) -> (next: PaymentIntentState, effects: [PaymentIntentEffect]) {
        try receiving(event, at: Moment(now: time, deadlineNow: time))
    }
}
