/// The meaning of each check, by the refusal that it causes.
enum CheckTexts {
    typealias Text = (portuguese: String, english: String)

    /// The text of a refusal; `nil` when no check has that name.
    static func of(_ refusal: String) -> Text? { all[refusal] }

    private static let all: [String: Text] =
        answer.merging(clientData) { $1 }.merging(authenticator) { $1 }.merging(key) { $1 }.merging(attestation) { $1 }
        .merging(stored) { $1 }

    private static let answer: [String: Text] = [
        "type_not_public_key": ("O tipo da credencial é public-key", "The credential's type is public-key"),
        "id_not_raw_id": ("id e rawId são o mesmo", "id and rawId are the same"),
        "credential_not_allowed": ("A credencial é uma das pedidas", "The credential is one of those asked for"),
        "credential_mismatch": ("A credencial é a guardada", "The credential is the stored one"),
    ]

    private static let clientData: [String: Text] = [
        "client_data_malformed": ("Os dados do cliente podem ser lidos", "The client data can be read"),
        "client_data_type_mismatch": ("Os dados do cliente são desta cerimônia", "The client data is this ceremony's"),
        "challenge_mismatch": ("O desafio é o que foi enviado", "The challenge is the one that was sent"),
        "origin_not_allowed": ("A origem é permitida", "The origin is allowed"),
        "cross_origin_not_allowed": (
            "A página não estava no quadro de outro site", "The page was in no other site's frame"
        ),
        "top_origin_without_cross_origin": (
            "Só uma página num quadro nomeia a de fora", "Only a page in a frame names the one around it"
        ),
        "top_origin_not_allowed": ("O site do quadro é permitido", "The framing site is allowed"),
    ]

    private static let authenticator: [String: Text] = [
        "attestation_object_malformed": ("O objeto de atestação pode ser lido", "The attestation object can be read"),
        "authenticator_data_malformed": (
            "Os dados do autenticador podem ser lidos", "The authenticator data can be read"
        ),
        "attested_credential_missing": ("Há uma credencial nova", "There is a new credential"),
        "attested_credential_id_mismatch": (
            "A credencial nova é a que o cliente nomeia", "The new credential is the one that the client names"
        ),
        "attested_credential_present": ("Não há credencial nova", "There is no new credential"),
        "relying_party_id_mismatch": ("rpIdHash é o de rpId", "rpIdHash is that of rpId"),
        "user_not_present": ("Alguém estava presente (UP)", "Somebody was there (UP)"),
        "user_not_verified": ("A pessoa foi verificada (UV)", "The person was verified (UV)"),
        "backup_state_without_eligibility": ("BS só vem com BE", "BS comes with BE only"),
    ]

    private static let key: [String: Text] = [
        "public_key_malformed": ("A chave pública pode ser lida", "The public key can be read"),
        "algorithm_not_offered": ("O algoritmo foi oferecido", "The algorithm was offered"),
        "algorithm_key_mismatch": ("A chave combina com o algoritmo", "The key goes with its algorithm"),
        "public_key_invalid": (
            "A chave está na sua curva, ou é longa o bastante", "The key is on its curve, or long enough"
        ),
        "credential_id_length_invalid": (
            "O id da credencial tem de 1 a 1023 bytes", "The credential id has 1 to 1023 bytes"
        ),
    ]

    private static let attestation: [String: Text] = [
        "attestation_format_unsupported": ("O formato da atestação é aceito", "The attestation's format is accepted"),
        "attestation_statement_malformed": ("A atestação pode ser lida", "The attestation can be read"),
        "attestation_statement_unsupported": (
            "A atestação é de um tipo conhecido", "The attestation is of a kind that is known"
        ),
        "attestation_algorithm_mismatch": (
            "A atestação nomeia o algoritmo de quem assinou", "The attestation names the algorithm of who signed"
        ),
        "attestation_signature_invalid": (
            "A atestação é desta credencial, e a assinatura confere",
            "The attestation is this credential's, and its signature holds"
        ),
        "attestation_not_accepted": (
            "O certificado e o tipo da atestação são aceitos", "The attestation's certificate and type are accepted"
        ),
    ]

    private static let stored: [String: Text] = [
        "stored_public_key_unusable": ("A chave guardada pode ser usada", "The stored key can be used"),
        "signature_invalid": ("A assinatura confere", "The signature holds"),
        "user_handle_mismatch": ("O user handle é o guardado", "The user handle is the stored one"),
        "backup_eligibility_changed": ("BE é como no registro", "BE is as it was at the registration"),
        "counter_not_advanced": ("O contador subiu", "The counter rose"),
    ]
}
