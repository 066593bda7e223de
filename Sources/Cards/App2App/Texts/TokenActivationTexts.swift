/// The texts of the question and of its end, for an app without its own texts.
public enum TokenActivationTexts: Hashable, Sendable, CaseIterable {
    /// Portuguese, for people in Brazil.
    case portuguese
    /// English, for all other people.
    case english

    /// The question's first line, with the card's last digits.
    public func title(_ preview: TokenActivationPreview) -> String {
        switch self {
        case .portuguese: "Ativar o cartão final \(preview.lastFour)?"
        case .english: "Activate the card ending in \(preview.lastFour)?"
        }
    }

    /// Card, wallet and device, one line for each.
    public func details(_ preview: TokenActivationPreview) -> [String] {
        switch self {
        case .portuguese:
            [
                "Cartão: \(preview.cardName) •••• \(preview.lastFour)", "Carteira: \(preview.walletName)",
                "Aparelho: \(preview.deviceName ?? "sem nome")",
            ]
        case .english:
            [
                "Card: \(preview.cardName) •••• \(preview.lastFour)", "Wallet: \(preview.walletName)",
                "Device: \(preview.deviceName ?? "no name")",
            ]
        }
    }

    /// The question that only the holder can answer.
    public var question: String {
        switch self {
        case .portuguese: "Você acabou de adicionar este cartão a esta carteira, neste aparelho?"
        case .english: "Did you just add this card to this wallet, on this device?"
        }
    }

    /// The warning against a fraudster who lets the holder activate a card on another person's device.
    public var warning: String {
        switch self {
        case .portuguese:
            "Se alguém pediu que você fizesse isto, por telefone ou mensagem, é golpe: toque em “\(refuse)”."
        case .english:
            "If somebody asked you to do this, by phone or message, it is fraud: choose “\(refuse)”."
        }
    }

    /// The button that agrees.
    public var confirm: String {
        switch self {
        case .portuguese: "Sim, fui eu: ativar"
        case .english: "Yes, it was me: activate"
        }
    }

    /// The button that refuses.
    public var refuse: String {
        switch self {
        case .portuguese: "Não fui eu"
        case .english: "It was not me"
        }
    }
}
