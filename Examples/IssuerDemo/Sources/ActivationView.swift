import App2App
import SwiftUI

/// Wallet, device and card, the question that only the holder can answer, and two buttons.
struct ActivationView: View {
    @ObservedObject var screens: Screens
    let signOut: () -> Void
    private let texts = TokenActivationTexts.portuguese

    var body: some View {
        List {
            if let preview = screens.question { question(preview) }
            if let end = screens.lastEnd { ended(end) }
            if let notice = screens.notice { Text(notice) }
            Button("Sair da conta") { signOut() }
        }
    }

    @ViewBuilder private func question(_ preview: TokenActivationPreview) -> some View {
        Section(texts.title(preview)) {
            ForEach(texts.details(preview), id: \.self) { Text($0) }
            Text(texts.question)
            Text(texts.warning).foregroundStyle(.orange)
            Button(texts.confirm) { screens.reply(true) }
            Button(texts.refuse, role: .destructive) { screens.reply(false) }
        }
    }

    @ViewBuilder private func ended(_ end: TokenActivationEnd) -> some View {
        Section {
            Text(texts.end(end))
            if end.isCallbackStuck, let callback = end.callback {
                Button("Voltar à carteira") { Task { await screens.goBack(to: callback) } }
            }
        }
    }
}
