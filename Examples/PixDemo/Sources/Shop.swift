import ChavePix
import ChavePixModel
import SwiftUI

/// Who is buying, and what they do here.
@MainActor
final class Shop: ObservableObject {
    @Published private(set) var enrollment: EnrollmentModel?
    @Published private(set) var payment: PaymentModel?
    @Published private(set) var failure: Failure?
    @Published private(set) var isOpening = false

    private let merchant = Merchant(baseURL: Settings.merchantURL)

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
            enrollment = EnrollmentModel(client: client, buyer: identifier, session: session)
            payment = PaymentModel(client: client, buyer: identifier, session: session)
            failure = nil
        } catch {
            failure = Failure(error)
        }
    }

    private func configuration(_ identifier: TaxIdentifier) -> PixConfiguration {
        var configuration = PixConfiguration.standard()
        if let authenticator = SoftwareKeys.authenticator { configuration.authenticator = authenticator }
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
