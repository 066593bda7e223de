import ChaveBase
import Pages

/// A wallet's request: the question, the holder's decision, and the answer.
extension IssuerVisit {
    /// Opens a wallet's link and redirects at once, so that no history and no other tab has the link's contents.
    mutating func launched() -> PageResponse {
        do throws(LaunchRefusal) {
            let launch = try site.reader.read(request.rawQuery)
            begin()
            let world = world
            guard let opened = change({ $0.open(launch, world: world) }) else { return outdated }
            guard let opened else {
                return page(BadLinkScreen(frame: frame, answer: launch.answers.failure).tooMany, status: 429)
            }
            return redirect("/request/\(opened.id)")
        } catch {
            return page(BadLinkScreen(frame: frame, answer: error.answer).unreadable(error.code), status: 400)
        }
    }

    mutating func shows(_ found: WalletRequest) async -> PageResponse {
        switch found.state {
        case .asked, .agreed: return await asks(found)
        case .confirmed: return await goesOn(found)
        case .ended(let end): return shows(end, of: found)
        }
    }

    /// Shows the holder the question; its content comes from the BFF, not from the link.
    private mutating func asks(_ found: WalletRequest) async -> PageResponse {
        guard let person = session?.person else {
            let screen = RequestScreen(frame: frame, id: found.id)
            return page(screen.signIn(wasTried: request.query["signed-in"] == "no"))
        }
        do throws(IssuerFailure) {
            let question = try await site.desk.preview(found.launch.payload, by: person)
            let screen = RequestScreen(frame: frame, id: found.id)
            guard !question.isActive else { return page(screen.isActive(question)) }
            return page(screen.question(question, wasConfirmed: request.query["confirmed"] != "no"))
        } catch {
            return refused(error, found)
        }
    }

    /// The page for a failure before any activation.
    private mutating func refused(_ failure: IssuerFailure, _ found: WalletRequest) -> PageResponse {
        switch failure {
        case .signInNeeded:
            _ = change { $0.person = nil }
            return page(RequestScreen(frame: frame, id: found.id).signIn(wasTried: false))
        case .refused(let code, _) where RefusalText.isPassing(code):
            return page(RequestScreen(frame: frame, id: found.id).notNow(code), status: 503)
        case .refused(let code, _) where RefusalText.isOfThePerson(code):
            return page(RequestScreen(frame: frame, id: found.id).notYours(code), status: 403)
        case .refused(let code, _): return ended(RefusalText.event(of: code), found)
        case .unreadable: return ended(.failure(code: "unavailable"), found)
        }
    }

    /// Records the holder's yes, which counts only after the tenant has asked the person to sign in again.
    mutating func agrees(to found: WalletRequest) -> PageResponse {
        guard let person = session?.person else { return redirect("/request/\(found.id)") }
        guard let told = tell(.yes(subject: person.subject), found.id), told.isOpen else {
            return redirect("/request/\(found.id)")
        }
        guard case .agreed = told.state else { return redirect("/request/\(found.id)") }
        return signsIn(.confirmation(request: found.id), isAnew: true)
    }

    /// Answers the wallet with no, whatever the BFF says: a failing BFF keeps no holder waiting.
    mutating func declines(_ found: WalletRequest) async -> PageResponse {
        guard let told = tell(.no, found.id) else { return outdated }
        guard found.isOpen, told.end == .refusedByHolder else { return redirect("/request/\(found.id)") }
        if let person = session?.person {
            do throws(IssuerFailure) {
                try await site.desk.decline(found.launch.payload, key: found.declineKey, by: person)
            } catch {
                return redirect("/request/\(found.id)")  // whose page says no just the same
            }
        }
        return goesBack(told)
    }

    /// Answers the wallet with the present state.
    mutating func givesUp(_ found: WalletRequest) async -> PageResponse {
        guard found.isOpen else { return redirect("/request/\(found.id)") }
        let event: WalletRequest.Event
        switch found.state {
        case .confirmed: event = .failure(code: "outcome_unknown")
        case .asked, .agreed, .ended: event = await whatThereIs(found)
        }
        return tell(event, found.id).map(goesBack) ?? outdated
    }

    /// Asks the BFF once more, so that no old page decides the answer to the wallet.
    ///
    /// Going back is not a no: the BFF hears nothing, and the same link may be opened again.
    private mutating func whatThereIs(_ found: WalletRequest) async -> WalletRequest.Event {
        let unanswered = WalletRequest.Event.failure(code: "unanswered")
        guard let person = session?.person else { return unanswered }
        do throws(IssuerFailure) {
            let question = try await site.desk.preview(found.launch.payload, by: person)
            return question.isActive ? .active : unanswered
        } catch {
            switch error {
            case .refused(let code, _): return RefusalText.event(of: code)
            case .signInNeeded, .unreadable: return .failure(code: "unavailable")
            }
        }
    }

    /// Delays the response: the page asks a slow network again after two seconds.
    func waits() async -> PageResponse {
        await world.sleep(2_000)
        return .json(Array("{\"changed\":true}".utf8))
    }

    private mutating func ended(_ event: WalletRequest.Event, _ found: WalletRequest) -> PageResponse {
        guard let told = tell(event, found.id), let end = told.end else { return outdated }
        return shows(end, of: told)
    }

    private func shows(_ end: WalletRequest.End, of found: WalletRequest) -> PageResponse {
        page(EndScreen(frame: frame, end: end, answer: found.answer ?? found.launch.answers.failure).page)
    }

    /// Redirects to the wallet when a form may lead there; else to the page with the link to the wallet.
    func goesBack(_ told: WalletRequest) -> PageResponse {
        guard let answer = told.answer, site.settings.isOwn(answer) else { return redirect("/request/\(told.id)") }
        return .redirect(to: answer)
    }
}
