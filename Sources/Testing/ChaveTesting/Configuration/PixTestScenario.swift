import ChavePixModel

/// What happens in an app under test, by one name: for UI tests, which can hand an app nothing but words.
///
/// It may gain cases in any minor release; switch with a default.
public enum PixTestScenario: String, Hashable, Sendable, CaseIterable {
    /// The person agrees and the bank accepts.
    case succeeds
    /// The person says no to the device's question.
    case personCancels
    /// The person enrolls, and says no when a payment is to be approved.
    case personCancelsPayment
    /// The device has no code or password.
    case noDeviceLock
    /// The bank refuses the device's credential.
    case bankRefusesEnrollment
    /// The payer has not enough money.
    case bankRefusesPayment
    /// A payment stays PROCESSING.
    case bankNeverSettles
    /// There is no network at all.
    case offline
    /// The answer to each try of `authorize` is lost, although the server has it.
    case answerToPaymentLost

    /// Has it happen on this server, with the answer that the person gives.
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

    /// More often than a person's patience lasts.
    private static let always = 1_000
}
