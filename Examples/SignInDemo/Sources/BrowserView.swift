import BeyondIdentityEmbedded
import Foundation
import SwiftUI

/// Signs a browser in whose page shows an address, as a QR and below it.
@MainActor
final class BrowserModel: ObservableObject {
    @Published private(set) var notice: String?
    @Published private(set) var isWaiting = false
    let pick = NumberPick()

    func approve(_ address: String) async {
        guard let url = URL(string: address) else { return }
        isWaiting = true
        defer { isWaiting = false }
        do {
            let outcome = try await Embedded.shared.approveSignIn(url) { [pick] browser in
                let place = [browser.browser, browser.system].compactMap { $0 }.joined(separator: ", ")
                return await pick.ask(
                    NumberPick.Question(title: "Que número a página mostra? (\(place))", choices: browser.choices)
                )
            }
            notice = outcome == .approved ? "O navegador entrou." : "O navegador não entrou."
        } catch {
            notice = Words.of(error)
        }
    }
}

/// The page's address, then its number.
struct BrowserView: View {
    @StateObject var model: BrowserModel
    @State private var address = ""

    var body: some View {
        List {
            TextField("O endereço abaixo do QR", text: $address)
            Button("Deixar entrar") { Task { await model.approve(address) } }.disabled(model.isWaiting)
            NumberPickView(pick: model.pick)
            if let notice = model.notice { Text(notice) }
        }
        .navigationTitle("Um navegador")
    }
}
