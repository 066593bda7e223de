import ChavePix
import ChavePixModel
import Foundation
import SwiftUI

/// Who is buying, and what they do here.
@MainActor
final class Shop: ObservableObject {
    @Published private(set) var enrollment: EnrollmentModel?
    @Published private(set) var payment: PaymentModel?
    @Published private(set) var failure: Failure?
    @Published private(set) var isOpening = false

    /// A bank's answer for which nobody has signed in yet: the app was ended while the person was at the bank.
    private var callback: URL?
    private let merchant = Merchant(baseURL: Settings.merchantURL)

    /// A bank has sent the person back.
    func returned(with url: URL) {
        guard BankCallback.matches(url, Settings.callbackURL) else { return }
        if let enrollment { enrollment.returned(with: url) } else { callback = url }
    }

    /// Has the app's own server begin a session for this person, and makes the client that goes with it.
    func open(cpf: String) async {
        guard let identifier = TaxIdentifier(punctuated: cpf) else {
            failure = Failure(text: "Este CPF não existe. Confira os números.")
            return
        }
        isOpening = true
        defer { isOpening = false }
        do {
            let session = try await merchant.session(for: identifier)
            let client = PixClient(accessToken: session.accessToken, configuration: configuration(identifier))
            // What an earlier run could not finish comes first, with the bytes and the key it had then.
            _ = try await client.resumePending()
            let enrollment = EnrollmentModel(client: client, buyer: identifier, session: session)
            self.enrollment = enrollment
            payment = PaymentModel(client: client, buyer: identifier, session: session)
            failure = nil
            if let callback { enrollment.returned(with: callback) }
            callback = nil
        } catch {
            failure = Failure(error)
        }
    }

    private func configuration(_ identifier: TaxIdentifier) -> PixConfiguration {
        var configuration = PixConfiguration.standard()
        #if DEBUG
            if let authenticator = SoftwareKeys.authenticator { configuration.authenticator = authenticator }
        #endif
        // A token lives for some minutes; the server gives another when the old one is refused.
        configuration.tokenProvider = { [merchant] in try await merchant.session(for: identifier).accessToken }
        return configuration
    }
}

/// First who buys, then the two things to do.
struct ShopView: View {
    @ObservedObject var shop: Shop
    @State private var cpf = ""

    var body: some View {
        if let enrollment = shop.enrollment, let payment = shop.payment {
            TabView {
                EnrollmentView(model: enrollment).tabItem { Label("Vincular", systemImage: "key") }
                PaymentView(model: payment).tabItem { Label("Pagar", systemImage: "cart") }
            }
        } else {
            Form {
                Section("Quem compra") {
                    TextField("CPF", text: $cpf)
                    Button("Continuar") { Task { await shop.open(cpf: cpf) } }.disabled(shop.isOpening)
                }
                if let failure = shop.failure { FailureView(failure: failure) }
            }
        }
    }
}
