public import ChaveBase
import ChavePixModel
public import InstitutionPort

/// Compares payment intents with what their banks say of them, by reads alone.
public struct Reconciliation: Sendable {
    private let bank: Bank
    private static let tries = 3

    public init(connector: any InstitutionConnector, world: World) {
        bank = Bank(connector: connector, world: world, runs: RunsUnderWay())
    }

    /// What one comparison came to.
    public enum Outcome: Hashable, Sendable {
        case agrees
        /// Still under way here: the bank may be ahead.
        case open
        case differs(Difference)
    }

    /// What the two say of one intent.
    public struct Difference: Hashable, Sendable {
        public let kind: Kind
        /// Status, code or amount; nothing personal.
        public let ours: String
        public let theirs: String
    }

    public enum Kind: String, Hashable, Sendable, CaseIterable {
        /// The bank knows no such payment or consent.
        case missingAtBank = "missing_at_bank"
        /// The bank has used the consent up for a payment that is not known here.
        case unknownHere = "unknown_here"
        case status
        case amount
        /// Another end-to-end id or consent than ours.
        case identity
        /// The bank did not answer: nothing was compared.
        case unread
    }

    public func compare(_ intent: PaymentIntent) async -> Outcome {
        if let payment = intent.bankPaymentID { return await comparePayment(payment, intent) }
        if let consent = intent.consent { return await compareConsent(consent, intent) }
        // A consent that is not on record was never shown to anybody, and lapses: nothing can have been paid.
        if intent.status == .succeeded { return differs(.missingAtBank, intent, theirs: "no consent") }
        return intent.isAtEnd ? .agrees : .open
    }

    private func comparePayment(_ id: String, _ intent: PaymentIntent) async -> Outcome {
        switch await read(.readPayment, id, of: intent, as: OFBPayment.self) {
        case .unknown: return differs(.unread, intent, theirs: "no answer")
        case .refused(let code): return differs(.missingAtBank, intent, theirs: code)
        case .answered(let payment, _):
            guard payment.endToEndID.utf8.elementsEqual(intent.endToEndID.text.utf8),
                payment.consentID.utf8.elementsEqual((intent.consent?.id ?? "").utf8)
            else { return differs(.identity, intent, theirs: payment.endToEndID) }
            guard payment.amount == intent.amount else {
                return .differs(
                    Difference(kind: .amount, ours: intent.amount.decimal, theirs: payment.amount.decimal)
                )
            }
            return compare(payment.status, intent)
        }
    }

    private func compare(_ status: OFBPaymentStatus, _ intent: PaymentIntent) -> Outcome {
        guard intent.isAtEnd else { return .open }
        let isPaidThere = status == .acsc
        let isFailedThere = status == .rjct || status == .canc
        let agrees = intent.status == .succeeded ? isPaidThere : isFailedThere
        return agrees ? .agrees : differs(.status, intent, theirs: status.rawValue)
    }

    /// A consent that is used up has paid something, unless the bank told us that it refused; any other one has paid nothing.
    private func compareConsent(_ consent: PaymentIntent.ConsentRecord, _ intent: PaymentIntent) async -> Outcome {
        switch await read(.readConsent, consent.id, of: intent, as: OFBConsent.self) {
        case .unknown: return differs(.unread, intent, theirs: "no answer")
        case .refused(let code): return differs(.missingAtBank, intent, theirs: code)
        case .answered(let read, _):
            guard read.terms.amount == intent.amount else {
                return .differs(
                    Difference(kind: .amount, ours: intent.amount.decimal, theirs: read.terms.amount.decimal)
                )
            }
            guard intent.isAtEnd else { return .open }
            if intent.status == .succeeded { return differs(.status, intent, theirs: read.status.rawValue) }
            let isExplained = read.status != .consumed || intent.wasRefusedByBank
            return isExplained ? .agrees : differs(.unknownHere, intent, theirs: "CONSUMED")
        }
    }

    private func differs(_ kind: Kind, _ intent: PaymentIntent, theirs: String) -> Outcome {
        .differs(Difference(kind: kind, ours: intent.status.rawValue, theirs: theirs))
    }

    /// A read changes nothing, so it is asked again at once.
    private func read<Answer: InstitutionMessage>(
        _ operation: InstitutionOperation,
        _ subject: String,
        of intent: PaymentIntent,
        as type: Answer.Type
    ) async -> BankAnswer<Answer> {
        var answer = BankAnswer<Answer>.unknown(.unreachable)
        for _ in 0..<Self.tries {
            answer = await bank.call(
                Bank.Call(institution: intent.institution, operation: operation, subject: subject),
                answer: type
            )
            guard case .unknown = answer else { return answer }
        }
        return answer
    }
}

extension PaymentIntent {
    /// Whether the bank itself refused to make the payment.
    ///
    /// Refusals from before they were marked are told by their reason, where after an approval nothing but a bank's refusal
    /// gives it.
    fileprivate var wasRefusedByBank: Bool {
        if isRefusedByBank == true { return true }
        guard approvalDigest != nil else { return false }
        let ofBanksAlone: [FailureCode] = [
            .insufficientFunds, .amountOverLimit, .beneficiaryAccountInvalid, .chargeSettlementFailed,
        ]
        return end.map { ofBanksAlone.contains($0.code) } ?? false
    }
}
