import Pages

/// The texts that the passkey's script shows when the browser gives none.
struct CeremonyTexts {
    let language: PageLanguage

    var creating: HTML {
        attributes(
            cancelled: language(
                "O navegador não criou a chave: o pedido foi cancelado, demorou demais ou você não foi reconhecido.",
                "The browser made no passkey: the request was cancelled, took too long, or you were not recognised."
            ),
            known: language("Este aparelho já tem uma chave sua.", "This device has a passkey of yours already."),
            failed: language("O navegador não criou a chave. Tente de novo.", "The browser made no passkey. Try again.")
        )
    }

    var using: HTML {
        attributes(
            cancelled: language(
                "Nenhuma chave de acesso foi usada. Tente de novo, ou entre com o seu aparelho.",
                "No passkey was used. Try again, or sign in with your device."
            ),
            known: language("Tente de novo.", "Try again."),
            failed: language("O navegador não usou a chave. Tente de novo.", "The browser did not use it. Try again.")
        )
    }

    private func attributes(cancelled: String, known: String, failed: String) -> HTML {
        let unsupported = language(
            "Este navegador ou aparelho não tem chaves de acesso. Entre com outro aparelho.",
            "This browser or device has no passkeys. Sign in with another device."
        )
        return """
            data-say-cancelled="\(cancelled)" data-say-known="\(known)" data-say-unsupported="\(unsupported)" \
            data-say-failed="\(failed)"
            """
    }
}
