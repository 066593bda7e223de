public import ChavePixModel

/// What the bank behind a test server decides, and how long it takes by the test's clock.
///
/// It may gain members in any minor release.
public struct PixTestBank: Hashable, Sendable {
    /// What becomes of an enrollment whose credential is good.
    ///
    /// It may gain cases in any minor release; switch with a default.
    public enum Verdict: Hashable, Sendable {
        /// SUCCEEDED.
        case accepts
        /// FAILED, for this reason.
        case refuses(StatusReasonCode)
        /// Nothing, until ``PixTestServer/decide(_:_:)``; after two minutes FAILED, `institution_unavailable`.
        case neverAnswers
    }

    /// What becomes of a payment whose signature is good.
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

    /// What `redirect_url` leads to.
    ///
    /// It may gain cases in any minor release; switch with a default.
    public enum Redirection: Hashable, Sendable {
        /// A page of the bank's; the test answers there with ``PixTestServer/approve(_:)`` or ``PixTestServer/refuse(_:error:description:)``.
        case toTheBank
        /// The app's own callback with the approval in it.
        ///
        /// Where the callback has a scheme of the app's own, an app that opens it is called back at once. An https callback
        /// is the app's universal link, and iOS gives one that its own app opens to the browser: nothing comes back.
        case straightBack
    }

    /// Where the person is sent for their approval.
    public var redirection = Redirection.toTheBank
    /// Whether the bank takes the risk signals; else an enrollment is FAILED, `risk_signals_rejected`, as soon as it is made.
    public var acceptsRiskSignals = true
    /// How long after the callback the registration options are there; `nil` for never.
    public var optionsAfterMilliseconds: Int64? = 1_500
    /// What becomes of an enrollment whose credential is good.
    public var verdict = Verdict.accepts
    /// How long after `confirm` the verdict comes.
    public var verdictAfterMilliseconds: Int64 = 1_000
    /// What becomes of a payment whose signature is good.
    public var settlement = Settlement.settles
    /// How long after `authorize` the settlement comes.
    public var settlementAfterMilliseconds: Int64 = 2_000

    /// A bank that accepts everything that is right.
    public init() {}
}
