public import ChavePixModel

/// The decisions of the bank behind a test server, and their delays by the test's clock.
///
/// It may gain members in any minor release.
public struct PixTestBank: Hashable, Sendable {
    /// The verdict on an enrollment with a valid credential.
    ///
    /// It may gain cases in any minor release; switch with a default.
    public enum Verdict: Hashable, Sendable {
        /// SUCCEEDED.
        case accepts
        /// FAILED, for this reason.
        case refuses(StatusReasonCode)
        /// No verdict until ``PixTestServer/decide(_:_:)``; after two minutes FAILED, `institution_unavailable`.
        case neverAnswers
    }

    /// The settlement of a payment with a valid signature.
    ///
    /// A payment on later days becomes SCHEDULED where another one settles. Each of its charges then settles on its day,
    /// at 15:00 UTC by the test's clock, as the bank decides that day.
    ///
    /// It may gain cases in any minor release; switch with a default.
    public enum Settlement: Hashable, Sendable {
        /// SUCCEEDED.
        case settles
        /// FAILED, for this reason.
        case fails(FailureCode)
        /// PROCESSING, until ``PixTestServer/settle(_:_:)``.
        case neverAnswers
    }

    /// The target of `redirect_url`.
    ///
    /// It may gain cases in any minor release; switch with a default.
    public enum Redirection: Hashable, Sendable {
        /// A page of the bank.
        ///
        /// The test answers there with ``PixTestServer/approve(_:)`` or ``PixTestServer/refuse(_:error:description:)``.
        case toTheBank
        /// The app's own callback with the approval in it.
        ///
        /// With a callback in the app's own scheme, an app that opens the URL is called back at once. An https callback
        /// is the app's universal link: when the app itself opens it, iOS sends it to the browser, and the app gets
        /// nothing.
        case straightBack
    }

    /// The target of the person's redirection for approval.
    public var redirection = Redirection.toTheBank
    /// Whether the bank accepts the risk signals; if not, a new enrollment is FAILED at once, `risk_signals_rejected`.
    public var acceptsRiskSignals = true
    /// The delay from the callback to the registration options; `nil` for never.
    public var optionsAfterMilliseconds: Int64? = 1_500
    /// The verdict on an enrollment with a valid credential.
    public var verdict = Verdict.accepts
    /// The delay from `confirm` to the verdict.
    public var verdictAfterMilliseconds: Int64 = 1_000
    /// The settlement of a payment with a valid signature.
    public var settlement = Settlement.settles
    /// The delay from `authorize` to the settlement.
    public var settlementAfterMilliseconds: Int64 = 2_000

    /// Creates a bank that accepts every valid request.
    public init() {}
}
