import ChaveBase
import ChavePixModel
import ChaveWire
import InstitutionPort
import PaymentsModel

/// The order of a payment intent at the bank: fixed when the intent is made, sealed, sent on every try.
extension Payments {
    /// The body of the consent for a new intent.
    func order(
        _ request: CreatePaymentIntentRequest,
        payer customer: Customer,
        _ enrollment: Enrollment,
        to beneficiary: BankAccount,
        at now: Timestamp
    ) throws(APIFailure) -> OFBConsentCreation {
        let (particulars, debtorAccount) = try unseal { () throws(SealingError) in
            (try self.particulars(of: customer), try self.payerAccount(of: enrollment, customer))
        }
        return OFBConsentCreation(
            cpf: particulars.identifier.text,
            terms: try terms(request, to: beneficiary),
            debtorAccount: debtorAccount,
            date: now.brasiliaDate.iso
        )
    }

    /// The stored order, as bytes and decoded.
    func order(
        of intent: PaymentIntent,
        with key: CustomerKey
    ) throws(RunFailure) -> (bytes: [UInt8], cpf: String, terms: OFBPaymentTerms, debtorAccount: OFBAccount?) {
        let part = PaymentIntent.consentRequestPart
        guard let sealed = intent.consentRequest else { throw .stuck(.sealedFieldDamaged(part)) }
        let bytes = try open(sealed, part, of: intent, with: key)
        guard let order = try? OFBConsentCreation(bytes: bytes) else { throw .stuck(.sealedFieldDamaged(part)) }
        return (bytes, order.cpf, order.terms, order.debtorAccount)
    }

    private func payerAccount(
        of enrollment: Enrollment,
        _ customer: Customer
    ) throws(SealingError) -> OFBAccount? {
        guard let account = enrollment.bank?.account else { return nil }
        let field = enrollment.field("payer-account")
        let bytes = try key(of: customer).open(account.sealed, field: field)
        guard let account = (try? JSONValue(parsing: bytes)).flatMap({ try? OFBAccount(json: $0) }) else {
            throw .damaged(field: field)
        }
        return account
    }

    /// The terms that the holder approves and the bank pays: amount and receiver, the same in consent and payment.
    private func terms(
        _ request: CreatePaymentIntentRequest,
        to beneficiary: BankAccount
    ) throws(APIFailure) -> OFBPaymentTerms {
        let receiver = try unseal { () throws(SealingError) in try self.particulars(of: beneficiary) }
        var account: OFBAccount?
        var pixKey: String?
        switch receiver.details {
        case .account(let type, let agency, let number):
            guard let institution = directory[beneficiary.institution] else {
                throw .field(
                    .invalid,
                    Payments.beneficiaryField,
                    "The bank account's institution is not in the directory any more. Use another account."
                )
            }
            account = OFBAccount(
                ispb: institution.ispb,
                issuer: agency,
                number: number,
                accountType: OFBAccount.ofbType(type.rawValue)
            )
        case .pixKey(let key): pixKey = key
        }
        return OFBPaymentTerms(
            amount: request.amount,
            creditorName: receiver.holderName,
            creditorTaxID: receiver.holderTaxID,
            creditorPersonType: receiver.holderIsBusiness ? "PESSOA_JURIDICA" : "PESSOA_NATURAL",
            creditorAccount: account,
            proxy: pixKey,
            localInstrument: pixKey == nil ? "MANU" : "DICT",
            purpose: request.schedule.map { $0.rule.recurs ? "RECURRENT_SCHEDULED" : "SINGLE_SCHEDULED" }
                ?? "IMMEDIATE",
            schedule: request.schedule.map {
                OFBSchedule($0.rule, additionalInformation: $0.additionalInformation ?? request.description)
            }
        )
    }

    /// The charges of a request's schedule, each with an end-to-end id of its day.
    ///
    /// - Throws: 400 for a day that is not later than today in Brasília, or more than two years ahead.
    func schedule(
        for request: CreatePaymentIntentRequest,
        at now: Timestamp
    ) throws(APIFailure) -> ChargeSchedule? {
        guard let plan = request.schedule else { return nil }
        let today = now.brasiliaDate
        let last = CalendarDate(daysSince1970: today.daysSince1970 + Payments.scheduledAheadDays)
        guard let first = plan.days.first, let end = plan.days.last, first > today, end <= last else {
            throw .field(
                .invalid,
                plan.fieldOfDays,
                "Send days from the day after \(today.iso), which is today in Brasília, to \(last.iso)."
            )
        }
        var charges: [ScheduledCharge] = []
        for day in plan.days {
            let time = ScheduledCharge.namedTime(of: day)
            guard let endToEndID = EndToEndID(ispb: policy.ispb, at: time, random: world.randomBytes(16)) else {
                throw .unexpected
            }
            // Lists of charges are in the order of their ids, which begin with the time of the intent.
            charges.append(ScheduledCharge(id: world.newID(at: now), day: day, endToEndID: endToEndID, at: now))
        }
        return ChargeSchedule(plan, charges: charges)
    }

    private static let scheduledAheadDays: Int64 = 730
}

extension PaymentIntent {
    static let consentRequestPart = "consent-request"
    static let paymentRequestPart = "payment-request"

    /// The field name that binds a sealed part to its place.
    func field(_ part: String) -> String { "payment-intent/\(id.text)/\(part)" }
}

extension OFBAccount {
    /// Open Finance's name for the kind of account.
    fileprivate static func ofbType(_ apiType: String) -> String {
        switch apiType {
        case "SAVINGS": "SVGS"
        case "SALARY": "TRAN"
        default: "CACC"
        }
    }
}

extension Timestamp {
    /// The day in Brasília, which Pix dates use (UTC−3, no summer time since 2019).
    fileprivate var brasiliaDate: CalendarDate { adding(seconds: -3 * 60 * 60).date }
}
