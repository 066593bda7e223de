import ChavePixModel
import SwiftUI

/// The banks, then the seven steps.
struct EnrollmentView: View {
    @ObservedObject var model: EnrollmentModel
    @Environment(\.openURL) private var openURL

    var body: some View {
        NavigationStack {
            List {
                if let stage = model.stage {
                    Section("Sete passos") { StageList(current: stage) }
                }
                if let failure = model.failure { FailureView(failure: failure) }
                if model.isRunning {
                    if let page = model.bankPage { Button("Abrir o banco outra vez") { openURL(page) } }
                    Button("Cancelar", role: .cancel) { model.cancel() }
                } else {
                    Section("Escolha o seu banco") {
                        ForEach(model.institutions, id: \.id) { institution in
                            Button(institution.displayName) { model.start(at: institution) }
                        }
                    }
                }
            }
            .navigationTitle("Vincular aparelho")
        }
        .task { await model.load() }
        .onChange(of: model.bankPage) { _, page in
            if let page { openURL(page) }
        }
    }
}
