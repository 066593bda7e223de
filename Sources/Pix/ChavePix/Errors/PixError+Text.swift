import ChaveBase
package import ChaveDeviceKeys
import ChavePixModel
public import Foundation

extension PixError: LocalizedError {
    /// The text for a person, in Portuguese or English by the device's language; `message` is for the developer.
    public var errorDescription: String? { text(in: .device) }
}

extension PixError {
    /// The text for a person: the authenticator's text when it caused the error, else the text for the code.
    package func text(in language: SpokenLanguage) -> String {
        if let cause = cause as? DeviceKeyError { return cause.text(in: language) }
        let text = (PixError.texts[code.description] ?? PixError.otherwise).text(in: language)
        let fields = items.compactMap(\.field).filter { !$0.isEmpty }
        return code != .invalidParameters || fields.isEmpty ? text : "\(text) (\(fields.joined(separator: ", ")))"
    }

    /// The text that the guides' class gives to the app.
    ///
    /// In English it has all known details, which name what to change.
    package func told(in language: SpokenLanguage) -> String {
        switch language {
        case .portuguese: text(in: language)
        case .english: message
        }
    }

    /// The texts by code; a test compares the table with the existing codes.
    static let texts: [String: SpokenText] = [
        "user_cancelled": SpokenText(
            "Você não confirmou. Tente de novo quando quiser.",
            "You did not confirm. Try again when you like."
        ),
        "cancelled": SpokenText("A operação foi interrompida.", "The operation was stopped."),
        "closed": SpokenText(
            "A sessão foi encerrada. Abra esta tela de novo.",
            "The session has ended. Open this screen again."
        ),
        "authentication": accessRefused,
        "configuration": SpokenText(
            "O app não está configurado para pagar. Atualize-o e tente de novo.",
            "The app is not set up for payments. Update it and try again."
        ),
        "invalid_parameters": SpokenText(
            "Um dado não foi aceito. Confira e tente de novo.",
            "Something that was entered was not accepted. Check it and try again."
        ),
        "not_found": SpokenText("Não encontramos o que foi pedido.", "We could not find that."),
        "conflict": SpokenText(
            "Isso não pode mais ser feito. Veja como está antes de tentar de novo.",
            "That can no longer be done. See how it stands before you try again."
        ),
        "enrollment_ended": SpokenText(
            "O cadastro terminou antes de ficar pronto. Comece outro.",
            "The enrollment ended before it was ready. Begin a new one."
        ),
        "refused": SpokenText("O pedido foi recusado.", "The request was refused."),
        "not_connected": SpokenText(
            "Sem conexão com o servidor. Confira a internet e tente de novo.",
            "The server cannot be reached. Check the connection and try again."
        ),
        "timed_out": SpokenText("A resposta demorou demais. Tente de novo.", "The answer took too long. Try again."),
        "server_unavailable": SpokenText(
            "O serviço está fora do ar. Tente de novo daqui a pouco.",
            "The service is unavailable. Try again in a while."
        ),
        "rate_limited": SpokenText(
            "Foram tentativas demais. Espere um pouco e tente de novo.",
            "There were too many attempts. Wait a while and try again."
        ),
        "outcome_unknown": SpokenText(
            "Ainda não sabemos se deu certo. Veja como está antes de tentar de novo: repetir pode pagar duas vezes.",
            "We do not know yet whether it worked. See how it stands before you try again: repeating may pay twice."
        ),
        "unreadable_answer": SpokenText(
            "A resposta do servidor não pôde ser lida. Tente de novo mais tarde.",
            "The server's answer could not be read. Try again later."
        ),
        "authenticator": SpokenText(
            "O aparelho não conseguiu confirmar que é você. Tente de novo.",
            "The device could not confirm that it is you. Try again."
        ),
    ]

    /// The text for refused access; the guides' class also uses it, because its case has no text of its own.
    package static let accessRefused = SpokenText(
        "O acesso expirou ou foi recusado. Entre de novo.",
        "The access token is missing, expired or refused."
    )

    private static let otherwise = SpokenText("Não deu certo. Tente de novo.", "It did not work. Try again.")
}
