import ChavePix
import Foundation

/// What a person is told when something did not work, and whether it may be begun again.
struct Failure: Hashable {
    let text: String
    var mayTryAgain = true

    init(text: String) { self.text = text }

    init(_ error: any Error) {
        switch error {
        case let error as PixError: self.init(error)
        case let error as MerchantRefusal: self.init(text: "O servidor da loja recusou (\(error.status)).")
        case is URLError: self.init(text: "O servidor da loja não respondeu. Ele está ligado?")
        default: self.init(text: "A configuração do aplicativo está errada: \(error)")
        }
    }

    private init(_ error: PixError) {
        switch error.code {
        case .userCancelled, .cancelled: text = "Cancelado."
        case .timedOut: text = "Demorou demais. Comece de novo."
        case .notConnected, .serverUnavailable: text = "Sem conexão com o servidor. Tente de novo."
        case .rateLimited: text = "Muitas tentativas. Espere um pouco."
        case .outcomeUnknown:
            // Whoever pays again now may pay twice.
            text = "Ainda não sabemos se deu certo. Não repita: veja de novo daqui a pouco."
            mayTryAgain = false
        default: text = error.message
        }
    }
}
