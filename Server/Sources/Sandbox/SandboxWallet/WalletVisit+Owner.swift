import ChaveBase
import Pages
import SandboxCards

/// Whose wallet this is, and the cards in it.
extension WalletVisit {
    func home() async throws -> PageResponse {
        guard let owner = session.owner else { return page(OwnerScreen(frame: frame, problem: nil, typed: "").page) }
        let tokens = try await site.cards.tokens(ofWalletAccount: owner.account)
        return page(CardsScreen(frame: frame, tokens: tokens).page)
    }

    /// A wallet of its own for whoever gives a name: nothing that another left behind is taken over.
    mutating func enters() -> PageResponse {
        let typed = request.form["name"] ?? ""
        let name = typed.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        guard !name.isEmpty, name.unicodeScalars.count <= WalletSession.longestName, isPlain(name) else {
            let problem = say("Diga um nome de até 40 letras.", "Give a name of up to 40 letters.")
            return page(OwnerScreen(frame: frame, problem: problem, typed: typed).page, status: 422)
        }
        let account = site.cards.newWalletAccountID()
        session = WalletSession(site.world, owner: WalletSession.Owner(account: account, name: name))
        return redirect("")
    }

    /// Nothing that does not show, and nothing that turns the writing round.
    private func isPlain(_ name: String) -> Bool {
        name.unicodeScalars.allSatisfy { scalar in
            switch scalar.properties.generalCategory {
            case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator, .paragraphSeparator: false
            default: true
            }
        }
    }

    mutating func leaves() -> PageResponse {
        session = WalletSession(site.world)
        return redirect("")
    }
}
