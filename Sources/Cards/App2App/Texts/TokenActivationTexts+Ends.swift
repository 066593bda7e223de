extension TokenActivationTexts {
    /// The text for the person at the end.
    public func end(_ end: TokenActivationEnd) -> String {
        switch (end.outcome, self) {
        case (.approved, .portuguese): "Pronto: o cartão está ativo na carteira."
        case (.approved, .english): "Done: the card is active in the wallet."
        case (.declined, .portuguese): "O cartão não foi ativado."
        case (.declined, .english): "The card was not activated."
        case (.failure, _): failure(end.failure)
        }
    }

    private func failure(_ failure: TokenActivationFailure?) -> String {
        switch (failure, self) {
        case (.unreadable, .portuguese), (.incomplete, .portuguese):
            "O pedido da carteira não pôde ser lido. Tente adicionar o cartão de novo."
        case (.unreadable, .english), (.incomplete, .english):
            "The wallet's request could not be read. Try to add the card again."
        case (.replaced(mayBeActive: true), .portuguese):
            "Um pedido mais novo tomou o lugar deste. Este cartão pode já estar ativo: veja na carteira."
        case (.replaced(mayBeActive: true), .english):
            "A newer request took the place of this one. This card may be active already: look in the wallet."
        case (.expired(mayBeActive: true), .portuguese):
            "A resposta demorou demais. O cartão pode já estar ativo: veja na carteira antes de tentar de novo."
        case (.expired(mayBeActive: true), .english):
            "The answer took too long. The card may be active already: look in the wallet before you try again."
        case (.signedOut(mayBeActive: true), .portuguese):
            "Você saiu da sua conta. O cartão pode já estar ativo: veja na carteira antes de tentar de novo."
        case (.signedOut(mayBeActive: true), .english):
            "You signed out. The card may be active already: look in the wallet before you try again."
        case (.replaced, .portuguese): "Um pedido mais novo tomou o lugar deste."
        case (.replaced, .english): "A newer request took the place of this one."
        case (.expired, .portuguese): "O pedido expirou. Comece de novo na carteira."
        case (.expired, .english): "The request has expired. Start again in the wallet."
        case (.signedOut, .portuguese): "Você saiu da sua conta. Entre e comece de novo na carteira."
        case (.signedOut, .english): "You signed out. Sign in and start again in the wallet."
        case (.notAuthenticated, .portuguese): "Não foi possível confirmar que é você. Tente de novo na carteira."
        case (.notAuthenticated, .english): "We could not verify that it is you. Try again in the wallet."
        case (.backend(.outcomeUnknown), .portuguese):
            "Ainda não sabemos se o cartão ficou ativo. Veja na carteira antes de tentar de novo."
        case (.backend(.outcomeUnknown), .english):
            "We do not know yet whether the card is active. Look in the wallet before you try again."
        case (.backend, .portuguese), (nil, .portuguese):
            "O cartão não pôde ser ativado agora. Tente de novo na carteira."
        case (.backend, .english), (nil, .english): "The card could not be activated now. Try again in the wallet."
        }
    }
}
