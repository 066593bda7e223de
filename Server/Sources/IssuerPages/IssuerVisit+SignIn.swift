import ChavePixModel
import Pages

/// Signing in at the tenant, coming back from it, and signing out.
extension IssuerVisit {
    mutating func signsIn(_ purpose: OpenSignIn.Purpose, isAnew: Bool = false) -> PageResponse {
        begin()
        let opened = OpenSignIn(purpose, isAnew: isAnew, world: world)
        guard change({ $0.begin(opened) }) != nil else { return outdated }
        return .redirect(to: site.door.address(of: opened))
    }

    mutating func signsIn(for found: WalletRequest) -> PageResponse {
        guard found.isOpen else { return redirect("/request/\(found.id)") }
        return signsIn(.question(request: found.id), isAnew: request.query["as"] == "other")
    }

    /// The tenant sent the browser back: with a code, or with why there is none.
    mutating func isBack() async -> PageResponse {
        let opened = request.query["state"].flatMap { state in change { $0.take(state) } ?? nil }
        // Of another browser, a second time, or too late: nothing of it is believed.
        guard let opened, request.query["iss"]?.utf8.elementsEqual(site.settings.issuer.utf8) == true else {
            return session?.person == nil ? unknownReturn : redirect("")
        }
        guard let code = request.query["code"], request.query["error"] == nil else {
            return notSignedIn(opened)
        }
        let person: SignedInPerson
        do throws(IssuerFailure) {
            person = try await site.door.person(for: code, opened, at: world.now())
        } catch {
            return notSignedIn(opened)
        }
        guard renew({ $0.person = person }) != nil else { return outdated }
        await site.onSignIn(person.subject, person.name)
        guard case .confirmation(let id) = opened.purpose else { return redirect(opened.wayBack) }
        guard
            let told = tell(
                .confirmation(subject: person.subject, authenticatedAt: person.authenticatedAt),
                id
            )
        else { return unknownRequest }
        return await goesOn(told)
    }

    /// The person did not sign in, or did not agree: the request stands as it stood.
    private func notSignedIn(_ opened: OpenSignIn) -> PageResponse {
        switch opened.purpose {
        case .cards: redirect("")
        case .question(let id): redirect("/request/\(id)?signed-in=no")
        case .confirmation(let id): redirect("/request/\(id)?confirmed=no")
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
        // A wallet that waits is answered all the same: the request's page leads back to it.
        if let open, let open { return redirect("/request/\(open.id)") }
        return redirect("")
    }
}
