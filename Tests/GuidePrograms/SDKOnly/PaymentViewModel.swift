import BiometricPixSDK
import Combine
import Foundation
import GuideSupport

/// Pays, in the four steps of the guide that uses the SDK alone.
class PaymentViewModel: NSObject, ObservableObject {
    private let sdk: BiometricPixSDK
    private var paymentIntentId: String?
    private var riskSignals: RiskSignals?
    private var assertionResponse: AssertionResponse?
    var userCPF = ""
    var customerCreatedDate = ""

    @Published var enrollments: [Enrollment] = []
    @Published var selectedEnrollment: Enrollment?

    init(sdk: BiometricPixSDK) {
        self.sdk = sdk
        super.init()
    }

    func loadEnrollments(deviceId: String) {
        do {
            enrollments = try sdk.listEnrollments(deviceId: deviceId)
            selectedEnrollment = enrollments.first { $0.status == "SUCCEEDED" }
            say("1 enrollments: \(enrollments.map { $0.institution?.displayName ?? $0.id })")
        } catch {
            report(error)
        }
    }

    func createPayment(amount: Double, enrollmentId: String, beneficiaryAccountId: String) {
        let details = OpenFinanceBiometricPixPaymentMethodDetails(
            beneficiaryBankAccount: beneficiaryAccountId,
            enrollment: enrollmentId
        )
        let payload = CreatePaymentIntentPayload(
            amount: amount,
            customer: Customer(identifier: userCPF),
            description: "A guide's program",
            statementDescription: "Guide",
            allowedPaymentMethodTypes: ["open_finance_biometric_pix"],
            paymentMethodDetails: PaymentMethodDetails(openFinanceBiometricPix: details),
            confirm: true
        )
        do {
            let paymentIntent = try sdk.createPaymentIntent(payload: payload)
            paymentIntentId = paymentIntent.id
            say("2 payment intent: \(paymentIntent.status)")
            if let fidoOptions = paymentIntent.paymentMethodInformation?.openFinanceBiometricPix?.fidoOptions {
                promptForBiometric(fidoOptions: fidoOptions)
            } else {
                fail("there is nothing to sign")
            }
        } catch {
            report(error)
        }
    }

    func promptForBiometric(fidoOptions: FidoOptions) {
        do {
            try sdk.startSigning(
                fidoResponseString: fidoOptions.toJsonString(),
                fallbackCredential: nil,
                callback: self
            )
        } catch {
            report(error)
        }
    }

    func collectRiskSignals() {
        do {
            riskSignals = try sdk.collectRiskSignals(accountTenure: customerCreatedDate)
            if assertionResponse != nil && riskSignals != nil { authorizePayment() }
        } catch {
            report(error)
        }
    }

    func authorizePayment() {
        guard let paymentIntentId = self.paymentIntentId, let riskSignals = self.riskSignals,
            let assertion = self.assertionResponse
        else { return }
        let payload = AuthorizePaymentIntentPayload(platform: "ios", riskSignals: riskSignals, assertion: assertion)
        let success = sdk.authorizePaymentIntent(paymentIntentId: paymentIntentId, payload: payload)
        say("4 authorised: \(success)")
        DispatchQueue.main.async {
            if success {
                finish("enrolled and paid", succeeded: true)
            } else {
                self.fail("the payment was not authorised")
            }
        }
    }

    private func fail(_ reason: String) { finish(reason, succeeded: false) }
}

extension PaymentViewModel: FidoAuthenticationCallback {
    func onSuccess(response: AssertionResponse) {
        say("3 signed")
        assertionResponse = response
        collectRiskSignals()
    }

    func onError(error: String) {
        DispatchQueue.main.async { self.fail(error) }
    }
}
