import ChaveBase
import ChavePixModel

extension TestEnrollment {
    /// The parameters of the bank's callback after the person agreed.
    var approval: RedirectionParameters {
        RedirectionParameters(state: state, outcome: .approved(code: code, idToken: idToken))
    }

    /// Applies the parameters of the bank's callback.
    mutating func take(_ parameters: RedirectionParameters, _ bank: PixTestBank, _ moment: PixTestState.Moment) {
        callback = parameters
        switch parameters.outcome {
        case .refused(let error, let description):
            let message = description.flatMap(StatusReasonCode.shownDescription)
            end(.failed, StatusReasonCode(callbackError: error), message: message, at: moment.timestamp)
        case .approved where !isApproved || parameters != approval:
            // The bank did not issue this code.
            end(.failed, .redirectionFailed, at: moment.timestamp)
        case .approved:
            deadline = moment.after(seconds: 5 * 60)
            optionsDue = bank.optionsAfterMilliseconds.map { moment.milliseconds + max(0, $0) }
        }
    }
}

extension PixTestState {
    /// The URL that the bank calls: the app's callback URL with these parameters.
    static func callbackURL(of enrollment: TestEnrollment, _ parameters: RedirectionParameters) -> String {
        let base = enrollment.resource.details.callbackURL
        let items = parameters.items.map { "\($0.name)=\(PercentEncoding.encode($0.value))" }
        return base + (base.contains("?") ? "&" : "?") + items.joined(separator: "&")
    }
}
