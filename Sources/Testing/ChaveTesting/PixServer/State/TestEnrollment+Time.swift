import ChaveBase
import ChavePixModel

extension TestEnrollment {
    /// Applies the changes that are due by time alone.
    mutating func catchUp(_ moment: PixTestState.Moment, _ random: TestRandom) {
        guard !isEnded else { return }
        if let due = optionsDue, options == nil, moment.milliseconds >= due, due < deadline ?? .max {
            issueOptions(due, moment, random)
        }
        if let verdict, let due = verdict.due, moment.milliseconds >= due {
            decide(verdict.refusal, moment)
        } else if let deadline, moment.milliseconds >= deadline {
            end(.failed, lapse, at: moment.timestamp)
        }
    }

    /// Ends the enrollment with the bank's verdict on the credential.
    mutating func decide(_ refusal: StatusReasonCode?, _ moment: PixTestState.Moment) {
        end(refusal == nil ? .succeeded : .failed, refusal, at: moment.timestamp)
    }

    /// The reason of an enrollment whose step took too long (Payments API, section 5).
    private var lapse: StatusReasonCode {
        let waitsForPerson = callback == nil || (options != nil && confirmation == nil)
        return waitsForPerson ? .expired : .institutionUnavailable
    }
}
