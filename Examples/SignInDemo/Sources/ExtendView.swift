import BeyondIdentityEmbedded
import SwiftUI

/// Lets a second device in by nine digits.
@MainActor
final class ExtendModel: ObservableObject {
    @Published private(set) var digits: String?
    @Published private(set) var code: QRCode?
    @Published private(set) var notice: String?
    let pick = NumberPick()

    private let handle: Credential.Handle

    init(handle: Credential.Handle) { self.handle = handle }

    /// Until the other device has its credential, or the screen is left: its task is cancelled then, and that ends it.
    func run() async {
        let approval = PairingApproval { [pick] offer in
            await pick.ask(
                NumberPick.Question(title: "Que número “\(offer.deviceName)” mostra?", choices: offer.choices)
            )
        }
        do {
            for try await status in Embedded.shared.extendCredentials(handles: [handle], approval: approval) {
                take(status)
            }
        } catch {
            notice = Words.of(error)
        }
    }

    private func take(_ status: ExtendCredentialsStatus) {
        switch status {
        case .started(let token, let code), .tokenUpdated(let token, let code):
            digits = token.value
            self.code = code
        case .done:
            (digits, code, notice) = (nil, nil, "O outro aparelho entrou.")
        case .aborted:
            (digits, code, notice) = (nil, nil, "Ninguém entrou. Comece de novo.")
        }
    }
}

/// The digits and their QR code, then the question which device it is.
struct ExtendView: View {
    @StateObject var model: ExtendModel

    var body: some View {
        List {
            if let digits = model.digits { Text(digits).font(.largeTitle) }
            if let code = model.code { QRCodeView(code: code) }
            NumberPickView(pick: model.pick)
            if let notice = model.notice { Text(notice) }
        }
        .navigationTitle("Outro aparelho")
        .task { await model.run() }
    }
}
