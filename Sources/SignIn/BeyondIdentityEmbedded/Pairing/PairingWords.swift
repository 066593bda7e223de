import ChaveDeviceKeys

/// What a sheet of the SDK's own says; the last button says no.
struct PairingWords: Hashable, Sendable {
    let title: String
    let message: String
    let buttons: [String]
}

extension PairingWords {
    /// On the device that has the credential: who asks, and three numbers to pick from.
    ///
    /// The name stands in quotation marks: it is the other device's word alone.
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

    /// On the device that is to get one: the number, for as long as the other device is waited for.
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

    /// What the platform's prompt says after the app's own words, where it shows a text.
    static func prompt(deviceName: String, number: String, in language: SpokenLanguage) -> String {
        switch language {
        case .portuguese:
            "um novo aparelho, “\(deviceName)”, quer entrar como você. Aceite só se ele mostrar o número \(number)."
        case .english:
            "a new device, “\(deviceName)”, wants to sign in as you. Agree only if it shows the number \(number)."
        }
    }

    /// What a button of the question means; no button, as when the sheet is gone, lets nobody in.
    static func answer(_ button: Int?, to offer: PairingOffer) -> PairingAnswer {
        guard let button, offer.choices.indices.contains(button) else { return .refuse }
        return .number(offer.choices[button])
    }
}
