import ChavePix
import ChavePixModel
import Combine
import Foundation

/// Pays with an enrollment of this device.
@MainActor
final class PaymentModel: ObservableObject {
    @Published private(set) var enrollments: [EnrollmentResource] = []
    @Published private(set) var stage: PaymentStage?
    /// Shown while the person is asked, for the system's prompt does not show it.
    @Published private(set) var amount: Money?
    @Published private(set) var failure: Failure?

    private let client: PixClient
    private let buyer: TaxIdentifier
    private let session: MerchantSession
    private var run: Task<Void, Never>?

    init(client: PixClient, buyer: TaxIdentifier, session: MerchantSession) {
        self.client = client
        self.buyer = buyer
        self.session = session
    }

    var isRunning: Bool { run != nil }

    /// The enrollments of this device that can pay.
    func load() async {
        do {
            let all = try await client.enrollments(deviceID: try await client.deviceID())
            enrollments = all.filter { $0.status == .succeeded }
        } catch {
            failure = Failure(error)
        }
    }

    func start(with enrollment: EnrollmentResource, amount text: String) {
        guard run == nil else { return }
        guard let amount = Money(decimal: text.replacingOccurrences(of: ",", with: ".")), amount > .zero,
            let beneficiary = BankAccountID(session.beneficiary)
        else {
            failure = Failure(text: "Escreva um valor, como 12,34.")
            return
        }
        failure = nil
        self.amount = amount
        stage = .creating
        let new = payment(of: amount, from: enrollment.id, to: beneficiary)
        run = Task {
            await pay(new)
            run = nil
        }
    }

    /// Ends the waiting; once the bank is asked a payment may go through all the same, and the error says so.
    func cancel() { run?.cancel() }

    private func pay(_ new: NewPayment) async {
        do {
            for try await step in client.pay(new) { take(step) }
        } catch {
            stage = nil
            failure = Failure(error)
        }
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
        stage = PaymentStage(after: step) ?? stage
        if case .finished(let payment) = step, [.failed, .canceled].contains(payment.status) {
            stage = nil
            failure = Failure(text: "Não foi pago: \(payment.failureMessage ?? payment.status.rawValue)")
        }
    }
}
