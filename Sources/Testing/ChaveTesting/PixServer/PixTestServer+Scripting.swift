public import ChaveBase
public import ChavePixModel
import ChaveTransport

extension PixTestServer {
    /// Two banks; the first has a picture.
    public static let standardInstitutions = [
        InstitutionResource(
            id: InstitutionID(high: 0x0190_0000_0000_7000, low: 0x8000_0000_0000_0001),
            name: "Banco Jequitibá",
            displayName: "Jequitibá",
            iconLogo: "https://bank.chave.test/icon.png"
        ),
        InstitutionResource(
            id: InstitutionID(high: 0x0190_0000_0000_7000, low: 0x8000_0000_0000_0009),
            name: "Banco Ipê",
            displayName: "Ipê"
        ),
    ]

    // MARK: - The bank

    /// The present decisions of the bank.
    public var bank: PixTestBank { state.withLock { $0.bank } }

    /// Changes the bank's decisions: `server.setBank { $0.settlement = .fails(.insufficientFunds) }`.
    ///
    /// A decision that is already scheduled does not change.
    public func setBank(_ change: (inout PixTestBank) -> Void) { self.change { change(&$0.bank) } }

    /// All banks, in the order of the list.
    public var institutions: [InstitutionResource] { state.withLock { $0.institutions } }

    /// Replaces the banks.
    public func setInstitutions(_ institutions: [InstitutionResource]) { change { $0.institutions = institutions } }

    /// Adds an account that may receive money.
    public func addBeneficiary(_ account: BankAccountID) { change { _ = $0.beneficiaries.insert(account) } }

    /// Limits the page of a list, so that a test sees more than one page; at least 1.
    public func setLongestPage(_ count: Int) { change { $0.longestPage = max(1, count) } }

    /// Expires all access tokens of this server.
    public func expireTokens() { change { state in state.tokens = state.tokens.mapValues { _ in 0 } } }

    // MARK: - The person at the bank

    /// Simulates the person who opens the bank's page and agrees, and returns the URL that the bank then calls.
    ///
    /// - Throws: ``PixTestMisuse`` for a URL that this server did not issue, or whose enrollment has ended.
    public func approve(_ redirectURL: String) throws(PixTestMisuse) -> String {
        try visit(redirectURL) { enrollment in
            enrollment.isApproved = true
            return enrollment.approval
        }
    }

    /// Simulates the person who opens the bank's page and refuses, and returns the URL that the bank then calls.
    ///
    /// - Throws: ``PixTestMisuse`` for a URL that this server did not issue, or whose enrollment has ended.
    public func refuse(
        _ redirectURL: String,
        error: String = "access_denied",
        description: String? = nil
    ) throws(PixTestMisuse) -> String {
        try visit(redirectURL) { enrollment in
            RedirectionParameters(state: enrollment.state, outcome: .refused(error: error, description: description))
        }
    }

    private func visit(
        _ redirectURL: String,
        _ decide: (inout TestEnrollment) -> RedirectionParameters
    ) throws(PixTestMisuse) -> String {
        let moment = PixTestState.Moment(clock)
        let callback = change { state -> String? in
            state.catchUp(moment)
            let found = state.enrollments.firstIndex {
                $0.resource.details.redirectURL == redirectURL && !$0.isEnded
            }
            guard let found else { return nil }
            let parameters = decide(&state.enrollments[found])
            return PixTestState.callbackURL(of: state.enrollments[found], parameters)
        }
        guard let callback else {
            throw PixTestMisuse("No enrollment of this server waits at that address.")
        }
        return callback
    }

    // MARK: - What the bank says by itself

    /// Sends the bank's verdict on a received credential, for a bank that never answers by itself.
    ///
    /// - Throws: ``PixTestMisuse`` unless the enrollment waits for a verdict.
    public func decide(_ enrollment: EnrollmentID, _ verdict: PixTestBank.Verdict) throws(PixTestMisuse) {
        try changeEnrollment(enrollment, where: { $0.verdict != nil && !$0.isEnded }) { state, index, moment in
            switch verdict {
            case .accepts: state.enrollments[index].decide(nil, moment)
            case .refuses(let reason): state.enrollments[index].decide(reason, moment)
            case .neverAnswers: state.enrollments[index].verdict?.due = nil
            }
        }
    }

    /// Ends an approved payment with the bank's decision, for a bank that never answers by itself.
    ///
    /// A payment on later days that settles becomes SCHEDULED.
    ///
    /// - Throws: ``PixTestMisuse`` unless the payment is PROCESSING.
    public func settle(_ payment: PaymentIntentID, _ settlement: PixTestBank.Settlement) throws(PixTestMisuse) {
        let moment = PixTestState.Moment(clock)
        let isDone = change { state in
            state.catchUp(moment)
            let found = state.payments.firstIndex { $0.resource.id == payment && $0.resource.status == .processing }
            guard let found else { return false }
            switch settlement {
            case .settles: state.payments[found].settle(nil, moment)
            case .fails(let code): state.payments[found].settle(code, moment)
            case .neverAnswers: state.payments[found].settlement?.due = nil
            }
            return true
        }
        guard isDone else { throw PixTestMisuse("That payment does not wait for its settlement.") }
    }

    /// Ends one charge of a SCHEDULED payment with the bank's decision, as if its day had come.
    ///
    /// The payment ends with its last charge. `.neverAnswers` changes nothing.
    ///
    /// - Throws: ``PixTestMisuse`` unless the charge waits for its day.
    public func settleCharge(_ charge: ChargeID, _ settlement: PixTestBank.Settlement) throws(PixTestMisuse) {
        let failure: FailureCode? = if case .fails(let code) = settlement { code } else { nil }
        guard settlement != .neverAnswers else { return }
        let moment = PixTestState.Moment(clock)
        let isDone = change { state in
            state.catchUp(moment)
            let found = state.payments.firstIndex { payment in
                payment.resource.status == .scheduled && payment.resource.charges.contains { $0.id == charge }
            }
            return found.map { state.payments[$0].endCharges(failure, at: moment.timestamp) { $0.id == charge } }
                ?? false
        }
        guard isDone else { throw PixTestMisuse("That charge does not wait for its day.") }
    }

    /// Ends an enrollment at the bank, and with it the payments that wait for their approval.
    ///
    /// - Throws: ``PixTestMisuse`` for an enrollment that does not exist or has already ended.
    public func revoke(
        _ enrollment: EnrollmentID,
        _ reason: StatusReasonCode = .revokedByInstitution
    ) throws(PixTestMisuse) {
        try changeEnrollment(enrollment, where: { !$0.isEnded || $0.isUsable }) { state, index, moment in
            state.revoke(index, reason, pendingReason: reason, moment)
        }
    }

    private func changeEnrollment(
        _ id: EnrollmentID,
        where isFit: (TestEnrollment) -> Bool,
        _ body: (inout PixTestState, Int, PixTestState.Moment) -> Void
    ) throws(PixTestMisuse) {
        let moment = PixTestState.Moment(clock)
        let isDone = change { state in
            state.catchUp(moment)
            guard let found = state.enrollments.firstIndex(where: { $0.resource.id == id && isFit($0) }) else {
                return false
            }
            body(&state, found, moment)
            return true
        }
        guard isDone else { throw PixTestMisuse("No enrollment of that id is where this can happen to it.") }
    }
}

/// An impossible request of a test to a test server.
public struct PixTestMisuse: Error, Hashable, Sendable, CustomStringConvertible {
    /// The impossible action with its reason.
    public let description: String

    init(_ description: String) { self.description = description }
}
