import ChaveBase
import ChavePixModel

/// New payments on later days.
extension PixTestState {
    /// The maximum number of days from today to a payment.
    private static let scheduledAheadDays: Int64 = 730

    /// Refuses days that are not later than today in Brasília, and days more than two years ahead.
    func requireLater(_ schedule: PaymentSchedule?, _ moment: Moment) throws(PixTestRefusal) {
        guard let schedule else { return }
        let today = moment.timestamp.adding(seconds: -3 * 3_600).date
        let last = CalendarDate(daysSince1970: today.daysSince1970 + PixTestState.scheduledAheadDays)
        let days = schedule.days
        guard let first = days.first, let end = days.last, first > today, end <= last else {
            throw .field(
                .invalid,
                schedule.fieldOfDays,
                "Send days from the day after \(today.iso), which is today in Brasília, to \(last.iso)."
            )
        }
    }

    /// The charges of a new payment: one, or one for each day of its schedule.
    func charges(
        of payment: PaymentIntentID,
        _ body: CreatePaymentIntentRequest,
        _ customer: CustomerID,
        _ moment: Moment
    ) -> [ChargeResource] {
        guard let schedule = body.schedule else { return [charge(of: payment, body, customer, moment)] }
        return schedule.days.map { day in
            var charge = charge(of: payment, body, customer, moment)
            charge.scheduledFor = day
            charge.endToEndID = endToEndID(at: .settlement(on: day))
            return charge
        }
    }
}
