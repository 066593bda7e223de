import ChavePixModel

/// A scenario for an app under test, by one name: a UI test can pass only text to an app.
///
/// It may gain cases in any minor release; switch with a default.
public enum PixTestScenario: String, Hashable, Sendable, CaseIterable {
    /// The person agrees and the bank accepts.
    case succeeds
    /// The person refuses the device's question.
    case personCancels
    /// The person enrolls, and refuses to approve a payment.
    case personCancelsPayment
    /// The device has no code or password.
    case noDeviceLock
    /// The bank refuses the device's credential.
    case bankRefusesEnrollment
    /// The payer does not have enough money.
    case bankRefusesPayment
    /// A payment stays PROCESSING.
    case bankNeverSettles
    /// No network at all.
    case offline
    /// The response to each try of `authorize` is lost, although the server has processed it.
    case answerToPaymentLost

    /// Sets up this server for the scenario, and returns the answer of the person.
    public func begin(on server: PixTestServer) -> TestAnswer {
        switch self {
        case .succeeds: break
        case .personCancels: return .cancels
        case .personCancelsPayment: return .registering(.agrees, signing: .cancels)
        case .noDeviceLock: return .hasNoDeviceLock
        case .bankRefusesEnrollment: server.setBank { $0.verdict = .refuses(.institutionPolicy) }
        case .bankRefusesPayment: server.setBank { $0.settlement = .fails(.insufficientFunds) }
        case .bankNeverSettles: server.setBank { $0.settlement = .neverAnswers }
        case .offline: for call in PixTestCall.allCases { server.fail(call, .offline, times: PixTestScenario.always) }
        case .answerToPaymentLost: server.fail(.authorizePaymentIntent, .answerLost, times: PixTestScenario.always)
        }
        return .agrees
    }

    /// More failures than any person's patience.
    private static let always = 1_000
}
