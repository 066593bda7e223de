import ChavePixModel
import SwiftUI

/// An amount and an account, then the four steps.
struct PaymentView: View {
    @ObservedObject var model: PaymentModel
    @State private var amount = "12,34"

    var body: some View {
        NavigationStack {
            List {
                if let stage = model.stage, let amount = model.amount {
                    Section("R$ \(amount.decimal) para Loja Exemplo") { StageList(current: stage) }
                }
                if let failure = model.failure { FailureView(failure: failure) }
                if model.isRunning {
                    Button("Cancelar", role: .cancel) { model.cancel() }
                } else if model.failure?.mayTryAgain ?? true {
                    Section("Pagar") {
                        TextField("Valor", text: $amount)
                        ForEach(model.enrollments, id: \.id) { enrollment in
                            Button("Pagar com \(enrollment.details.name ?? "este aparelho")") {
                                model.start(with: enrollment, amount: amount)
                            }
                        }
                        if model.enrollments.isEmpty { Text("Vincule antes este aparelho a um banco.") }
                    }
                }
            }
            .navigationTitle("Pagar com Pix")
        }
        .task { await model.load() }
    }
}
