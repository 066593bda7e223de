import BeyondIdentityEmbedded
import SwiftUI

/// Lets this device in by the nine digits that another one shows.
@MainActor
final class ImportModel: ObservableObject {
    @Published private(set) var number: String?
    @Published private(set) var notice: String?
    @Published private(set) var isWaiting = false

    func register(_ digits: String) async {
        isWaiting = true
        notice = nil
        Embedded.shared.onMatchNumber { number in
            Task { @MainActor in self.number = number.text }
        }
        defer {
            Embedded.shared.onMatchNumber(nil)
            (isWaiting, number) = (false, nil)
        }
        do {
            _ = try await Embedded.shared.registerCredentials(token: CredentialToken(value: digits))
            notice = "Este aparelho entrou. Volte."
        } catch {
            notice = Words.of(error)
        }
    }
}

/// The digits, then the number by which the other device recognises this one.
struct ImportView: View {
    @StateObject var model: ImportModel
    @State private var digits = ""
    @State private var run: Task<Void, Never>?

    var body: some View {
        List {
            TextField("123 456 789", text: $digits)
            Button("Entrar com o código") { run = Task { await model.register(digits) } }.disabled(model.isWaiting)
            if let number = model.number {
                Section("Escolha este número no outro aparelho") { Text(number).font(.largeTitle) }
            }
            if model.isWaiting { Button("Cancelar", role: .cancel) { run?.cancel() } }
            if let notice = model.notice { Text(notice) }
        }
        .navigationTitle("Nove números")
    }
}
