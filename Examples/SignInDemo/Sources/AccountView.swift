import BeyondIdentityEmbedded
import SwiftUI

/// Register, sign in, and the ways to let others in.
struct AccountView: View {
    @ObservedObject var account: Account
    @State private var link = ""

    var body: some View {
        NavigationStack {
            List {
                if let notice = account.notice { Text(notice).foregroundStyle(.orange) }
                if account.credentials.isEmpty { registration } else { signIn }
                ForEach(account.credentials, id: \.handle) { credential in
                    Section(credential.name) {
                        LabeledContent("Estado", value: credential.state.rawValue)
                        Button("Apagar deste aparelho", role: .destructive) {
                            Task { await account.delete(credential) }
                        }
                    }
                }
            }
            .disabled(account.isBusy)
            .navigationTitle("Padaria Aurora")
        }
        .task { await account.load() }
    }

    @ViewBuilder private var registration: some View {
        Section("O link do convite") {
            TextField("https://…/register?token=…", text: $link)
            Button("Registrar este aparelho") {
                if let url = URL(string: link) { Task { await account.register(url) } }
            }
        }
        Section("Ou o código de outro aparelho") {
            NavigationLink("Digitar nove números") { ImportView(model: ImportModel()) }
        }
    }

    @ViewBuilder private var signIn: some View {
        Section {
            if account.isSignedIn {
                Label("Você entrou", systemImage: "checkmark.seal")
                Button("Sair") { Task { await account.signOut() } }
            } else {
                Button("Entrar") { Task { await account.signIn() } }
            }
        }
        Section("Deixar entrar") {
            if let handle = account.credentials.first?.handle {
                NavigationLink("Outro aparelho") { ExtendView(model: ExtendModel(handle: handle)) }
            }
            NavigationLink("Um navegador") { BrowserView(model: BrowserModel()) }
        }
    }
}
