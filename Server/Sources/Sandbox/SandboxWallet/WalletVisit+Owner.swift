import ChaveBase
import Pages
import SandboxCards

/// The requests about the wallet's owner and its cards.
extension WalletVisit {
    func home() async throws -> PageResponse {
        guard let owner = session.owner else { return page(OwnerScreen(frame: frame, problem: nil, typed: "").page) }
        let tokens = try await site.cards.tokens(ofWalletAccount: owner.account)
        return page(CardsScreen(frame: frame, tokens: tokens).page)
    }

    /// Gives each person who enters a name a new wallet, which takes over nothing from an earlier person.
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

    /// Whether a name has no invisible characters and none that change the writing direction.
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
