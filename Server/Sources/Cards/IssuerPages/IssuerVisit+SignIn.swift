import ChaveBase
import Pages

/// Signing in at the tenant, coming back from it, and signing out.
extension IssuerVisit {
    /// Begins a sign-in at the tenant.
    ///
    /// After a sign-out the tenant must ask the person again. Any site may link here, and a sign-out ends no session of
    /// the tenant. That session would let the person in again without a question.
    mutating func signsIn(_ purpose: OpenSignIn.Purpose, isAnew: Bool = false) -> PageResponse {
        begin()
        let opened = OpenSignIn(purpose, isAnew: isAnew || session?.wasLeft == true, world: world)
        guard change({ $0.begin(opened) }) != nil else { return outdated }
        return .redirect(to: site.door.address(of: opened))
    }

    mutating func signsIn(for found: WalletRequest) -> PageResponse {
        guard found.isOpen else { return redirect("/request/\(found.id)") }
        return signsIn(.question(request: found.id), isAnew: request.query["as"] == "other")
    }

    /// Handles the tenant's redirect, which brings a code or an error.
    ///
    /// The response redirects to the page that carries out a confirmed request. The response itself carries the
    /// session's new id and counts once.
    mutating func isBack() async -> PageResponse {
        let visit = self
        let cookie = request.cookies[IssuerSession.cookieName(isSecure: site.settings.isSecure)] ?? ""
        let end = await site.returns.outcome(of: SignInReturn(session: cookie, query: request.rawQuery)) {
            guard let opened = visit.takesWhatItBegan() else { return nil }
            return {
                var visit = visit
                return await visit.comesBack(from: opened)
            }
        }
        // A redirect of another browser, a repeated one or a late one is not trusted.
        guard let end else { return session?.person == nil ? unknownReturn : redirect("") }
        session = site.sessions.session(end.session, at: world.now())
        return end.place.map(redirect) ?? outdated
    }

    private func takesWhatItBegan() -> OpenSignIn? {
        guard let id = session?.id, let state = request.query["state"],
            let opened = site.sessions.change(id, { $0.take(state) }) ?? nil,
            request.query["iss"]?.utf8.elementsEqual(site.settings.issuer.utf8) == true
        else { return nil }
        return opened
    }

    private mutating func comesBack(from opened: OpenSignIn) async -> SignInReturn.End {
        let place: String?
        if let person = await person(of: opened) {
            await site.onSignIn(person.subject, person.name)
            place = signedIn(person, by: opened) ? opened.wayBack : nil
        } else {
            place = notSignedIn(opened)
        }
        return SignInReturn.End(session: session?.id ?? "", place: place)
    }

    private func person(of opened: OpenSignIn) async -> SignedInPerson? {
        guard let code = request.query["code"], request.query["error"] == nil else { return nil }
        return try? await site.door.person(for: code, opened, at: world.now())
    }

    /// Stores the person and the session's new id in one step; nothing waits between this step and the response.
    private mutating func signedIn(_ person: SignedInPerson, by opened: OpenSignIn) -> Bool {
        let now = world.now()
        return renew { session in
            session.enter(person)
            guard case .confirmation(let id) = opened.purpose else { return }
            session.receive(
                .confirmation(subject: person.subject, authenticatedAt: person.authenticatedAt),
                id,
                at: now
            )
        } != nil
    }

    /// The page after a sign-in that failed or was refused; the request keeps its state.
    private func notSignedIn(_ opened: OpenSignIn) -> String {
        switch opened.purpose {
        case .cards: opened.wayBack
        case .question: "\(opened.wayBack)?signed-in=no"
        case .confirmation: "\(opened.wayBack)?confirmed=no"
        }
    }

    mutating func leaves() async -> PageResponse {
        let token = session?.person?.accessToken
        let now = world.now()
        let open = renew { session in
            let open = session.requests.last(where: \.isOpen)
            session.leave(at: now)
            return open
        }
        if let token { await site.door.revoke(token) }
        // A waiting wallet still gets its answer: the request's page leads back to it.
        if let open, let open { return redirect("/request/\(open.id)") }
        return redirect("")
    }
}
