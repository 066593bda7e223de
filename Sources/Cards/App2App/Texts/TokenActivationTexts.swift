/// The words of the question and of its end, for an app that has none of its own.
public enum TokenActivationTexts: Hashable, Sendable, CaseIterable {
    /// For people in Brazil.
    case portuguese
    /// For everybody else.
    case english

    /// The question's first line, with the card's last digits.
    public func title(_ preview: TokenActivationPreview) -> String {
        switch self {
        case .portuguese: "Ativar o cartão final \(preview.lastFour)?"
        case .english: "Activate the card ending in \(preview.lastFour)?"
        }
    }

    /// Card, wallet and device, a line each.
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

    /// What only the holder knows.
    public var question: String {
        switch self {
        case .portuguese: "Você acabou de adicionar este cartão a esta carteira, neste aparelho?"
        case .english: "Did you just add this card to this wallet, on this device?"
        }
    }

    /// Against whoever has someone activate a card on a device that is not theirs.
    public var warning: String {
        switch self {
        case .portuguese:
            "Se alguém pediu que você fizesse isto, por telefone ou mensagem, é golpe: toque em “\(refuse)”."
        case .english:
            "If somebody asked you to do this, by phone or message, it is fraud: choose “\(refuse)”."
        }
    }

    /// The button that says yes.
    public var confirm: String {
        switch self {
        case .portuguese: "Sim, fui eu: ativar"
        case .english: "Yes, it was me: activate"
        }
    }

    /// The button that says no.
    public var refuse: String {
        switch self {
        case .portuguese: "Não fui eu"
        case .english: "It was not me"
        }
    }
}
