extension DeviceKeyError {
    /// The text for the person; `message` is the text for the developer.
    package func text(in language: SpokenLanguage) -> String {
        (DeviceKeyError.texts[code.description] ?? DeviceKeyError.otherwise).text(in: language)
    }

    /// The texts by code; a test compares the table with the existing codes.
    static let texts: [String: SpokenText] = [
        "user_cancelled": SpokenText(
            "Você não confirmou. Tente de novo quando quiser.",
            "You did not confirm. Try again when you like."
        ),
        "not_allowed": SpokenText(
            "O aparelho não confirmou que é você. Tente de novo.",
            "The device could not confirm that it is you. Try again."
        ),
        "credential_excluded": SpokenText(
            "Este aparelho já está cadastrado.",
            "This device is registered already."
        ),
        "no_credential": SpokenText(
            "Este aparelho não está cadastrado. Cadastre-o primeiro.",
            "This device is not registered. Register it first."
        ),
        "not_supported": SpokenText(
            "Este aparelho não consegue fazer isso.",
            "This device cannot do that."
        ),
        "invalid_options": SpokenText(
            "O pedido do banco não pôde ser lido. Tente de novo mais tarde.",
            "The bank's request could not be read. Try again later."
        ),
        "busy": SpokenText(
            "Outra confirmação está aberta. Termine-a e tente de novo.",
            "Another confirmation is open. Finish it, then try again."
        ),
        "not_associated": SpokenText(
            "Este app ainda não está ligado ao banco. Atualize o app e tente de novo.",
            "This app is not linked to the bank yet. Update the app and try again."
        ),
        "no_device_lock": SpokenText(
            "O aparelho não tem bloqueio de tela. Crie um código nos ajustes e tente de novo.",
            "The device has no screen lock. Set a code in its settings and try again."
        ),
        "pin_blocked": SpokenText(
            "O PIN foi digitado errado vezes demais. Crie outro.",
            "The PIN was wrong too often. Set a new one."
        ),
        "locked_out": SpokenText(
            "O dedo ou o rosto não foi reconhecido vezes demais. Desbloqueie o aparelho com o código e tente de novo.",
            "Finger or face failed too often. Unlock the device with its code and try again."
        ),
        "interrupted": SpokenText(
            "O sistema fechou a confirmação. Tente de novo.",
            "The system closed the confirmation. Try again."
        ),
        "store_locked": SpokenText(
            "O aparelho está bloqueado. Desbloqueie-o e tente de novo.",
            "The device is locked. Unlock it and try again."
        ),
        "store": SpokenText(
            "O aparelho não conseguiu guardar ou ler a chave. Tente de novo.",
            "The device could not keep or read its key. Try again."
        ),
    ]

    private static let otherwise = SpokenText(
        "Não foi possível confirmar. Tente de novo.",
        "It could not be confirmed. Try again."
    )
}
