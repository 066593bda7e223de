import ChaveBase
import ChaveWire
import Pages
import SandboxCards
import TokenActivationCore

/// The requests that add a card, show its token, and receive the issuer app's callback.
extension WalletVisit {
    func choosesCard() async throws -> PageResponse {
        guard session.owner != nil else { return redirect("") }
        return page(try await addScreen(problem: nil))
    }

    private func addScreen(problem: String?) async throws -> Page {
        AddScreen(
            frame: frame,
            offers: try await site.cards.offers(),
            attempt: attempt ?? Base64URL.encode(site.world.randomBytes(16)),
            problem: problem,
            typed: (request.form["card"], request.form["device"], request.form["temper"])
        ).page
    }

    func adds() async throws -> PageResponse {
        guard let owner = session.owner else { return redirect("") }
        guard let attempt, let card = request.form["card"], let device = request.form["device"],
            let temper = request.form["temper"].flatMap(NetworkTemper.init)
        else { return incomplete }
        // A form that is sent twice adds one card.
        if let known = site.memory.begin(attempt) { return redirect(known.isEmpty ? "" : "/tokens/\(known)") }
        do {
            let token = try await site.cards.add(
                card: card,
                deviceName: device,
                temper: temper,
                walletAccountID: owner.account
            )
            site.memory.finish(attempt, with: token.id)
            return redirect("/tokens/\(token.id)")
        } catch {
            site.memory.finish(attempt, with: nil)
            guard let refusal = error as? WalletRefusal else { throw error }
            return page(try await addScreen(problem: RefusalSentence(refusal)(say)), status: 422)
        }
    }

    func shows(_ id: String) async throws -> PageResponse {
        guard let owner = session.owner else { return redirect("") }
        guard let token = try await site.cards.token(id, ofWalletAccount: owner.account) else { return notFound }
        return page(screen(token, owner).page)
    }

    private func screen(_ token: WalletToken, _ owner: WalletSession.Owner) -> TokenScreen {
        TokenScreen(
            frame: frame,
            token: token,
            links: StepUpLinks(
                token.payload,
                network: token.network,
                callback: "\(site.settings.baseURL)\(WalletSettings.returnPath)\(token.id)",
                launch: site.settings.baseURL + site.settings.launchPath
            ),
            answer: site.memory.answer(of: token.id, owner.account),
            showsCode: request.query["show"] == "code",
            version: version(token, owner),
            now: site.world.deadlineNow()
        )
    }

    /// A version of the page, which changes with everything that the page shows.
    private func version(_ token: WalletToken, _ owner: WalletSession.Owner) -> String {
        let answer = site.memory.answer(of: token.id, owner.account)?.word?.rawValue ?? ""
        return "\(token.state.rawValue)-\(token.stepUpOpenedAt?.microseconds ?? 0)-\(answer)"
    }

    /// Reads the token twice a second for ten seconds; without a script, the reader reloads the page.
    func waits(_ id: String) async throws -> PageResponse {
        guard let owner = session.owner, let seen = request.query["seen"] else { return changed(true) }
        for _ in 0..<20 {
            guard let token = try await site.cards.token(id, ofWalletAccount: owner.account) else {
                return changed(true)
            }
            if !version(token, owner).utf8.elementsEqual(seen.utf8) { return changed(true) }
            await site.world.sleep(500)
        }
        return changed(false)
    }

    private func changed(_ hasChanged: Bool) -> PageResponse {
        .json((["changed": .bool(hasChanged)] as JSONValue).encoded())
    }

    /// Stores the callback's data and redirects to a path without them; the page shows them, but the network's state
    /// counts.
    func isBack(_ id: String) async throws -> PageResponse {
        guard let owner = session.owner,
            try await site.cards.token(id, ofWalletAccount: owner.account) != nil
        else { return unknownReturn }
        site.memory.keep(BroughtAnswer(query: request.query), of: id, owner.account)
        return redirect("/tokens/\(id)")
    }
}
