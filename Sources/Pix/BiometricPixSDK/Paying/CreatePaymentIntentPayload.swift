import ChaveBase
import ChavePix
import ChavePixModel
public import Foundation

/// The data of a request for a payment.
public struct CreatePaymentIntentPayload: Hashable, Sendable {
    /// The amount in reais as decimal text.
    public let amountText: String
    /// The payer.
    public var customer: Customer
    /// The purpose of the payment, at most 140 characters.
    public var description: String
    /// The text on the payer's statement, at most 140 characters.
    public var statementDescription: String
    /// The ways to pay: `open_finance_biometric_pix`, and nothing else today.
    public var allowedPaymentMethodTypes: [String]
    /// The paying enrollment and the receiving account.
    public var paymentMethodDetails: PaymentMethodDetails
    /// Always true: the intent is ready to be signed at once.
    public var confirm: Bool

    /// A payload with an amount in reais, which may be computed.
    ///
    /// `0.1 + 0.2` is thirty centavos: an amount within a thousandth of a centavo of a whole centavo counts as that
    /// centavo. `createPaymentIntent` refuses every other amount. The shortest decimal text of the number counts.
    public init(
        amount: Double,
        customer: Customer,
        description: String,
        statementDescription: String,
        allowedPaymentMethodTypes: [String],
        paymentMethodDetails: PaymentMethodDetails,
        confirm: Bool
    ) {
        amountText = AmountText.of(amount)
        self.customer = customer
        self.description = description
        self.statementDescription = statementDescription
        self.allowedPaymentMethodTypes = allowedPaymentMethodTypes
        self.paymentMethodDetails = paymentMethodDetails
        self.confirm = confirm
    }

    /// A payload with an exact amount in reais.
    public init(
        exactAmount: Decimal,
        customer: Customer,
        description: String,
        statementDescription: String,
        allowedPaymentMethodTypes: [String],
        paymentMethodDetails: PaymentMethodDetails,
        confirm: Bool
    ) {
        amountText = exactAmount.description
        self.customer = customer
        self.description = description
        self.statementDescription = statementDescription
        self.allowedPaymentMethodTypes = allowedPaymentMethodTypes
        self.paymentMethodDetails = paymentMethodDetails
        self.confirm = confirm
    }
}

/// The payer.
public struct Customer: Hashable, Sendable {
    /// CPF or CNPJ, with or without punctuation.
    public var identifier: String

    /// CPF or CNPJ, with or without punctuation.
    public init(identifier: String) { self.identifier = identifier }
}

extension Customer: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    public var description: String { "<redacted>" }
    public var debugDescription: String { "<redacted>" }
    public var customMirror: Mirror { Mirror(self, children: [(label: String?, value: Any)]()) }
}

/// The way in which the money is collected.
public struct PaymentMethodDetails: Hashable, Sendable {
    /// The only way to pay.
    public var openFinanceBiometricPix: OpenFinanceBiometricPixPaymentMethodDetails

    /// The wrapper that the API's JSON has.
    public init(openFinanceBiometricPix: OpenFinanceBiometricPixPaymentMethodDetails) {
        self.openFinanceBiometricPix = openFinanceBiometricPix
    }
}

/// The ids of the paying enrollment and the receiving account.
public struct OpenFinanceBiometricPixPaymentMethodDetails: Hashable, Sendable {
    /// The id of the account that receives the money.
    public var beneficiaryBankAccount: String
    /// The id of the enrollment that pays.
    public var enrollment: String

    /// The details; both are ids from the API.
    public init(beneficiaryBankAccount: String, enrollment: String) {
        self.beneficiaryBankAccount = beneficiaryBankAccount
        self.enrollment = enrollment
    }
}

extension CreatePaymentIntentPayload {
    /// The request of this payload; throws for values that cannot be sent.
    func request() throws(PixError) -> CreatePaymentIntentRequest {
        guard let amount = Money(decimal: amountText), amount > .zero else {
            throw PixError.invalid(
                "amount",
                "Send an amount above zero with at most two decimals and twelve digits before."
            )
        }
        guard let identifier = TaxIdentifier(punctuated: customer.identifier) else {
            throw PixError.invalid("customer.identifier", "Send a CPF or CNPJ whose check digits are right.")
        }
        guard confirm else { throw PixError.invalid("confirm", "Send true.") }
        let pix = paymentMethodDetails.openFinanceBiometricPix
        guard let beneficiary = BankAccountID(pix.beneficiaryBankAccount) else {
            throw PixError.unusable("beneficiaryBankAccount")
        }
        guard let enrollment = EnrollmentID(pix.enrollment) else { throw PixError.unusable("enrollment") }
        var request = CreatePaymentIntentRequest(
            amount: amount,
            customer: .person(identifier: identifier, name: nil, externalID: nil),
            description: description,
            statementDescription: statementDescription,
            paymentMethodDetails: ChavePixModel.PaymentMethodDetails(
                beneficiaryBankAccount: beneficiary,
                enrollment: enrollment
            )
        )
        request.allowedPaymentMethodTypes = allowedPaymentMethodTypes.map(PaymentMethodType.init(rawValue:))
        return request
    }
}
