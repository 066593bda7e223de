import ChaveBase
import ChavePixModel

extension TestEnrollment {
    /// What the bank's callback says when the person has agreed.
    var approval: RedirectionParameters {
        RedirectionParameters(state: state, outcome: .approved(code: code, idToken: idToken))
    }

    /// Takes what the bank's callback carried.
    mutating func take(_ parameters: RedirectionParameters, _ bank: PixTestBank, _ moment: PixTestState.Moment) {
        callback = parameters
        switch parameters.outcome {
        case .refused(let error, let description):
            let message = description.flatMap(StatusReasonCode.shownDescription)
            end(.failed, StatusReasonCode(callbackError: error), message: message, at: moment.timestamp)
        case .approved where !isApproved || parameters != approval:
            // A code that the bank has not given.
            end(.failed, .redirectionFailed, at: moment.timestamp)
        case .approved:
            deadline = moment.after(seconds: 5 * 60)
            optionsDue = bank.optionsAfterMilliseconds.map { moment.milliseconds + max(0, $0) }
        }
    }
}

extension PixTestState {
    /// What the bank calls: the app's callback URL with these parameters behind it.
    static func callbackURL(of enrollment: TestEnrollment, _ parameters: RedirectionParameters) -> String {
        let base = enrollment.resource.details.callbackURL
        let items = parameters.items.map { "\($0.name)=\(PercentEncoding.encode($0.value))" }
        return base + (base.contains("?") ? "&" : "?") + items.joined(separator: "&")
    }
}
