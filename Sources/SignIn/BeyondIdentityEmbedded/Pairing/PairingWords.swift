import ChaveDeviceKeys

/// The texts of the SDK's own sheet, whose last button refuses.
struct PairingWords: Hashable, Sendable {
    let title: String
    let message: String
    let buttons: [String]
}

extension PairingWords {
    /// The texts on the device that has the credential: the other device's name, and three numbers to pick from.
    ///
    /// The name is in quotation marks, because only the other device vouches for it.
    static func question(_ offer: PairingOffer, in language: SpokenLanguage) -> PairingWords {
        switch language {
        case .portuguese:
            PairingWords(
                title: "Deixar outro aparelho entrar?",
                message: "“\(offer.deviceName)” quer entrar como você. Escolha o número que ele mostra. "
                    + "Se não foi você que pediu, recuse.",
                buttons: offer.choices + ["Recusar"]
            )
        case .english:
            PairingWords(
                title: "Let another device sign in?",
                message: "“\(offer.deviceName)” wants to sign in as you. Pick the number that it shows. "
                    + "If it was not you who asked, refuse.",
                buttons: offer.choices + ["Refuse"]
            )
        }
    }

    /// The texts on the device that gets a credential: its number, while it waits for the other device.
    static func notice(_ number: MatchNumber, in language: SpokenLanguage) -> PairingWords {
        switch language {
        case .portuguese:
            PairingWords(
                title: number.text,
                message: "\(number.tenantName): escolha este número no aparelho em que você já entrou.",
                buttons: ["Cancelar"]
            )
        case .english:
            PairingWords(
                title: number.text,
                message: "\(number.tenantName): pick this number on the device on which you are signed in already.",
                buttons: ["Cancel"]
            )
        }
    }

    /// The text after the app's own words in the platform's prompt, when that prompt shows text.
    static func prompt(deviceName: String, number: String, in language: SpokenLanguage) -> String {
        switch language {
        case .portuguese:
            "um novo aparelho, “\(deviceName)”, quer entrar como você. Aceite só se ele mostrar o número \(number)."
        case .english:
            "a new device, “\(deviceName)”, wants to sign in as you. Agree only if it shows the number \(number)."
        }
    }

    /// The meaning of a button of the question; without a button, as after a removed sheet, it is a refusal.
    static func answer(_ button: Int?, to offer: PairingOffer) -> PairingAnswer {
        guard let button, offer.choices.indices.contains(button) else { return .refuse }
        return .number(offer.choices[button])
    }
}
