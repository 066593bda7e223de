public import ChaveBase
import ChavePixModel
public import InstitutionPort
public import PaymentsModel

/// Compares payment intents with their banks' records, by reads alone.
public struct Reconciliation: Sendable {
    private let bank: Bank
    private static let tries = 3

    public init(connector: any InstitutionConnector, world: World) {
        bank = Bank(connector: connector, world: world, runs: RunsUnderWay())
    }

    /// The result of one comparison.
    public enum Outcome: Hashable, Sendable {
        case agrees
        /// The intent is still under way here: the bank may be ahead.
        case open
        case differs(Difference)
    }

    /// The two different values for one intent.
    public struct Difference: Hashable, Sendable {
        public let kind: Kind
        /// The value here: status, code or amount; nothing personal.
        public let ours: String
        public let theirs: String
    }

    public enum Kind: String, Hashable, Sendable, CaseIterable {
        /// The bank knows no such payment or consent.
        case missingAtBank = "missing_at_bank"
        /// The bank has used the consent for a payment that is not known here.
        case unknownHere = "unknown_here"
        case status
        case amount
        /// Another end-to-end id or consent than ours.
        case identity
        /// The bank did not answer: nothing was compared.
        case unread
    }

    public func compare(_ intent: PaymentIntent) async -> Outcome {
        if let schedule = intent.schedule, schedule.charges.contains(where: { $0.bankPaymentID != nil }) {
            return await compareCharges(of: schedule, intent)
        }
        if let payment = intent.bankPaymentID { return await comparePayment(payment, intent) }
        if let consent = intent.consent { return await compareConsent(consent, intent) }
        // A consent that is not stored was never shown to anyone, and lapses: no payment is possible.
        if intent.status == .succeeded { return differs(.missingAtBank, intent, theirs: "no consent") }
        return intent.isAtEnd ? .agrees : .open
    }

    /// Compares each charge of a schedule with its payment; the first difference counts.
    private func compareCharges(of schedule: ChargeSchedule, _ intent: PaymentIntent) async -> Outcome {
        for charge in schedule.charges {
            guard let id = charge.bankPaymentID else {
                return .differs(Difference(kind: .identity, ours: charge.endToEndID.text, theirs: "no payment"))
            }
            switch await read(.readPayment, id, of: intent, as: OFBPayment.self) {
            case .unknown: return differs(.unread, intent, theirs: "no answer")
            case .refused(let code): return differs(.missingAtBank, intent, theirs: code)
            case .answered(let payment, _):
                guard payment.endToEndID.utf8.elementsEqual(charge.endToEndID.text.utf8) else {
                    return differs(.identity, intent, theirs: payment.endToEndID)
                }
                guard payment.order.amount == intent.amount else {
                    return .differs(
                        Difference(kind: .amount, ours: intent.amount.decimal, theirs: payment.order.amount.decimal)
                    )
                }
                let isOurs =
                    switch charge.end {
                    case nil: true
                    case .succeeded: payment.status == .acsc
                    case .failed: payment.status == .rjct || payment.status == .canc
                    }
                guard isOurs else {
                    return .differs(
                        Difference(kind: .status, ours: charge.status.rawValue, theirs: payment.status.rawValue)
                    )
                }
            }
        }
        return intent.isAtEnd ? .agrees : .open
    }

    private func comparePayment(_ id: String, _ intent: PaymentIntent) async -> Outcome {
        switch await read(.readPayment, id, of: intent, as: OFBPayment.self) {
        case .unknown: return differs(.unread, intent, theirs: "no answer")
        case .refused(let code): return differs(.missingAtBank, intent, theirs: code)
        case .answered(let payment, _):
            guard payment.endToEndID.utf8.elementsEqual(intent.endToEndID.text.utf8),
                payment.consentID.map({ $0.utf8.elementsEqual((intent.consent?.id ?? "").utf8) }) ?? true
            else { return differs(.identity, intent, theirs: payment.endToEndID) }
            guard payment.order.amount == intent.amount else {
                return .differs(
                    Difference(kind: .amount, ours: intent.amount.decimal, theirs: payment.order.amount.decimal)
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

    /// Compares a consent: a used one has paid something, unless the bank reported a refusal; any other has paid
    /// nothing.
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

    /// Reads at the bank, with immediate retries, because a read changes nothing.
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
    /// Older refusals have no mark and are recognised by their reason. After an approval, only a bank's refusal gives
    /// such a reason.
    fileprivate var wasRefusedByBank: Bool {
        if isRefusedByBank == true { return true }
        guard approvalDigest != nil else { return false }
        let ofBanksAlone: [FailureCode] = [
            .insufficientFunds, .amountOverLimit, .beneficiaryAccountInvalid, .chargeSettlementFailed,
        ]
        return end.map { ofBanksAlone.contains($0.code) } ?? false
    }
}
