import ChavePix
import ChavePixModel
import Combine
import Foundation

/// Pays with an enrollment of this device.
@MainActor
final class PaymentModel: WayModel<PaymentStage> {
    @Published private(set) var enrollments: [EnrollmentResource] = []
    /// Shown while the person is asked, for the system's prompt does not show it.
    @Published private(set) var amount: Money?

    /// The enrollments of this device that can pay.
    func load() async {
        do {
            let all = try await client.enrollments(deviceID: try await client.deviceID())
            enrollments = all.filter { $0.status == .succeeded }
        } catch {
            fail(Failure(error))
        }
    }

    func start(with enrollment: EnrollmentResource, amount text: String) {
        guard !isRunning else { return }
        guard let amount = Money(decimal: text.replacingOccurrences(of: ",", with: ".")), amount > .zero,
            let beneficiary = BankAccountID(session.beneficiary)
        else { return fail(Failure(text: "Escreva um valor, como 12,34.")) }
        self.amount = amount
        let new = payment(of: amount, from: enrollment.id, to: beneficiary)
        begin(.creating) { for try await step in self.client.pay(new) { self.take(step) } }
    }

    private func payment(of amount: Money, from enrollment: EnrollmentID, to beneficiary: BankAccountID) -> NewPayment {
        NewPayment(
            intent: CreatePaymentIntentRequest(
                amount: amount,
                customer: .person(identifier: buyer, name: nil, externalID: nil),
                description: "Café na loja de exemplo",
                statementDescription: "Loja Exemplo",
                paymentMethodDetails: PaymentMethodDetails(
                    beneficiaryBankAccount: beneficiary,
                    enrollment: enrollment
                )
            ),
            accountTenure: session.customerSince
        )
    }

    private func take(_ step: PaymentStep) {
        reach(PaymentStage(after: step))
        if case .finished(let payment) = step, [.failed, .canceled].contains(payment.status) {
            fail(Failure(text: "Não foi pago: \(payment.failureMessage ?? payment.status.rawValue)"))
        }
    }
}
