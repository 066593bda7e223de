import ChavePixModel
import Pages

/// A wallet's request: the question, the holder's word, and the answer.
extension IssuerVisit {
    /// The link's contents leave the address at once, so that no history and no other tab has them.
    mutating func launched() -> PageResponse {
        do throws(LaunchRefusal) {
            let launch = try site.reader.read(request.rawQuery)
            begin()
            let world = world
            guard let opened = change({ $0.open(launch, world: world) }) else { return outdated }
            return redirect("/request/\(opened.id)")
        } catch {
            return page(BadLinkScreen(frame: frame, code: error.code, answer: error.answer).page, status: 400)
        }
    }

    mutating func shows(_ found: WalletRequest) async -> PageResponse {
        switch found.state {
        case .asked, .agreed: return await asks(found)
        case .confirmed: return await goesOn(found)
        case .ended(let end): return shows(end, of: found)
        }
    }

    /// What the holder is asked comes from the BFF, not from the link.
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

    /// Before anything was done.
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

    /// The yes counts once the person was there after it: the tenant asks for them anew.
    mutating func agrees(to found: WalletRequest) -> PageResponse {
        guard let person = session?.person else { return redirect("/request/\(found.id)") }
        guard let told = tell(.yes(subject: person.subject), found.id), told.isOpen else {
            return redirect("/request/\(found.id)")
        }
        guard case .agreed = told.state else { return redirect("/request/\(found.id)") }
        return signsIn(.confirmation(request: found.id), isAnew: true)
    }

    /// The wallet is told no whatever the BFF says to it: nobody is kept because something else is down.
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

    mutating func asksAgain(_ found: WalletRequest) async -> PageResponse {
        await goesOn(found, isFirst: true)
    }

    /// Answers the wallet with what there is.
    mutating func givesUp(_ found: WalletRequest) async -> PageResponse {
        guard found.isOpen else { return redirect("/request/\(found.id)") }
        let event: WalletRequest.Event
        switch found.state {
        case .confirmed: event = .failure(code: "outcome_unknown")
        case .asked, .agreed, .ended: event = await whatThereIs(found)
        }
        return tell(event, found.id).map(goesBack) ?? outdated
    }

    /// The BFF is asked once more, so that no page of long ago decides what the wallet hears.
    ///
    /// Going back is no no: the BFF is told nothing, and the same link may be opened again.
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

    /// The activation itself; the same key each time, so that what was done once is found and not done again.
    mutating func goesOn(_ found: WalletRequest, isFirst: Bool = false) async -> PageResponse {
        guard case .confirmed(let subject, let attempts) = found.state else { return redirect("/request/\(found.id)") }
        guard let person = session?.person, person.subject == subject else { return asksWhoItIs(found) }
        if !isFirst, attempts >= WalletRequest.mostAttempts {
            return page(RequestScreen(frame: frame, id: found.id).noWord)
        }
        let event: WalletRequest.Event
        do throws(IssuerFailure) {
            try await site.desk.activate(found.launch.payload, key: found.activationKey, by: person)
            event = .active
        } catch {
            switch error {
            case .signInNeeded:
                _ = change { $0.person = nil }
                return redirect("/request/\(found.id)")
            case .refused(let code, _) where RefusalText.isPassing(code): event = .noWordYet
            case .refused(let code, _): event = RefusalText.event(of: code)
            case .unreadable: event = .noWordYet
            }
        }
        guard let told = tell(event, found.id) else { return outdated }
        switch told.state {
        case .ended(.approved): return goesBack(told)
        case .ended, .asked, .agreed: return redirect("/request/\(told.id)")
        case .confirmed: return stillWaits(told)
        }
    }

    /// Who confirmed is not signed in any more: what came of it is told to them alone, once they are there again.
    private func asksWhoItIs(_ found: WalletRequest) -> PageResponse {
        guard request.segments.first == "request", request.method == "GET" else {
            return redirect("/request/\(found.id)")
        }
        let screen = RequestScreen(frame: frame, id: found.id)
        return page(screen.signInAgain(wasTried: request.query["signed-in"] == "no"))
    }

    private func stillWaits(_ told: WalletRequest) -> PageResponse {
        // The address of this answer may be one that counts once: the page stands at its own.
        guard request.segments.first == "request", request.method == "GET" else {
            return redirect("/request/\(told.id)")
        }
        return page(RequestScreen(frame: frame, id: told.id).working)
    }

    /// A network that was slow is asked again in two seconds.
    func waits() async -> PageResponse {
        await world.pause(2_000)
        return .json(Array("{\"changed\":true}".utf8))
    }

    private mutating func ended(_ event: WalletRequest.Event, _ found: WalletRequest) -> PageResponse {
        guard let told = tell(event, found.id), let end = told.end else { return outdated }
        return shows(end, of: told)
    }

    private func shows(_ end: WalletRequest.End, of found: WalletRequest) -> PageResponse {
        page(EndScreen(frame: frame, end: end, answer: found.answer ?? found.launch.answers.failure).page)
    }

    /// To the wallet, where a form may lead there; to the page with the way to it, where it may not.
    private func goesBack(_ told: WalletRequest) -> PageResponse {
        guard let answer = told.answer, site.settings.isOwn(answer) else { return redirect("/request/\(told.id)") }
        return .redirect(to: answer)
    }
}
