import ChaveBase
import ChavePixModel
import ChaveWire
import InstitutionPort
import PaymentsModel

/// Carries one enrollment forward as far as possible now: time limits first, then the call that its state announces.
///
/// Every call's outcome is committed before the next call is sent. An unknown outcome schedules the next try.
struct EnrollmentRun {
    let payments: Payments
    let id: EnrollmentID
    /// Whether no other worker on any node handles the enrollment: a sweep claimed it after the previous hold ended.
    var isClaimed = false

    func run() async {
        // True only for the state that the sweep found; after that, another worker may change the enrollment.
        var isAlone = isClaimed
        while true {
            do throws(RunFailure) {
                guard let enrollment = try await load() else { return }
                guard try await step(enrollment, isAlone: isAlone) else { return }
                isAlone = false
            } catch {
                switch error {
                case .conflict:
                    isAlone = false
                    continue
                case .taken(let value): return payments.alert(.unexpectedEvent("taken \(value.rawValue)"))
                case .storage(let fault): return payments.alert(.storageFailed("\(type(of: fault.underlying))"))
                case .stuck(let alert): return payments.alert(alert)
                }
            }
        }
    }

    /// - Returns: whether there may be more to do at once.
    private func step(_ enrollment: Enrollment, isAlone: Bool) async throws(RunFailure) -> Bool {
        let now = payments.world.deadlineNow()
        if try tickMoves(enrollment, at: now) { return try await commit(.clockTick, on: enrollment) }
        if enrollment.retry.waits(at: now) { return false }
        switch enrollment.state {
        case .created(let signals, _, _): return try await createAtBank(enrollment, signals)
        case .knownToBank(let signals, _, let deadline):
            return try await sendSignals(enrollment, signals, deadline: deadline)
        case .signalsSent(let redirection, let deadline):
            return try await pushAuthorization(enrollment, redirection, until: deadline)
        case .returned(let redirection, let code, _): return try await exchange(enrollment, redirection, code)
        case .exchanging:
            // Another node may be waiting for the bank's response.
            guard isAlone else { return false }
            return try await commit(.withdrawn(EnrollmentEnd(.failed, .redirectionFailed)), on: enrollment)
        case .exchanged: return try await checkHolder(enrollment)
        case .holderChecked(let tokens, _): return try await fetchOptions(enrollment, tokens)
        case .attested: return try await commit(.registrationMarked, on: enrollment)
        case .registering(let attestation, let tokens, _): return try await register(enrollment, attestation, tokens)
        case .authorised(_, let checkAt):
            let isDue = now >= checkAt || SweepClock.isOfEarlierClock(check: checkAt, at: now)
            return isDue || enrollment.hasRunOut(at: now) ? try await check(enrollment) : false
        case .withdrawing(let end, _): return try await endAtBank(enrollment, end)
        case .ended(let end, false): return try await endAtBank(enrollment, end)
        case .awaitingHolder, .awaitingCredential:
            return try await payments.noticed.heed(.enrollment(id)) { (isNoticed) async throws(RunFailure) in
                isNoticed ? try await readWhileWaiting(enrollment) : false
            }
        case .ended(_, true): return false
        }
    }

    private func tickMoves(_ enrollment: Enrollment, at now: Timestamp) throws(RunFailure) -> Bool {
        do throws(UnexpectedEnrollmentEvent) {
            return try enrollment.state.receiving(.clockTick, at: now).next != enrollment.state
        } catch {
            throw .stuck(.unexpectedEvent("clock-tick"))
        }
    }

    // MARK: Reading and storing

    private func load() async throws(RunFailure) -> Enrollment? {
        do throws(StorageFault) {
            return try await payments.store.enrollment(id)
        } catch {
            throw .storage(error)
        }
    }

    /// Stores the result of `event`; the next step always follows.
    func commit(
        _ event: EnrollmentEvent,
        on enrollment: Enrollment,
        also: (inout Enrollment) -> Void = { _ in }
    ) async throws(RunFailure) -> Bool {
        _ = try await payments.commit(event, on: enrollment, actor: "platform", also: also)
        return true
    }

    /// Schedules the same call again, because its outcome is unknown.
    func tryAgain(_ enrollment: Enrollment, within milliseconds: Int64? = nil) async throws(RunFailure) -> Bool {
        let now = payments.world.deadlineNow()
        var later = enrollment
        later.retry = enrollment.retry.again(after: now)
        if let milliseconds { later.retry.nextAt = now.adding(milliseconds: milliseconds) }
        // No transition: the version and the audit chain do not change, only the schedule moves.
        try await payments.reschedule(later)
        return false
    }

    // MARK: The calls

    private func createAtBank(_ enrollment: Enrollment, _ signals: Sealed) async throws(RunFailure) -> Bool {
        let particulars = try await particulars(of: enrollment)
        let body = OFBEnrollmentCreation(
            cpf: particulars.identifier.text,
            businessCNPJ: nil,
            name: enrollment.name,
            permissions: ["PAYMENTS_INITIATE"]
        )
        let answer = await payments.bank.call(
            call(enrollment, .createEnrollment, step: .enrollment, body: body.json.encoded()),
            answer: OFBEnrollment.self
        )
        switch answer {
        case .answered(let bank, _):
            return try await commit(.bankCreated, on: enrollment) { $0.bank = .init(enrollmentID: bank.enrollmentID) }
        case .refused(let code):
            return try await commit(.refused(EnrollmentEnd(.failed, .init(refusal: code))), on: enrollment)
        case .unknown: return try await tryAgain(enrollment)
        }
    }

    private func sendSignals(
        _ enrollment: Enrollment,
        _ signals: Sealed,
        deadline: Timestamp
    ) async throws(RunFailure) -> Bool {
        let body = try await open(signals, "signals", of: enrollment)
        switch await payments.bank.call(call(enrollment, .sendRiskSignals, step: .signals, body: body)) {
        case .answered:
            // The bank's 15 minutes began when the first try arrived, perhaps a try whose response was lost. The
            // earliest possible time is when this step was stored. The real clock gives the time from the creation to
            // that step. The deadline until now gives the creation by the clock of deadlines.
            let stored = deadline.adding(seconds: -EnrollmentRules.signalsWithinSeconds)
                .adding(microseconds: enrollment.updatedAt.microseconds(since: enrollment.createdAt))
            let end = stored.adding(seconds: EnrollmentRules.holderWithinSeconds)
                .adding(seconds: -EnrollmentRules.stopsBeforeBankSeconds)
            return try await commit(.signalsAccepted(deadline: end), on: enrollment)
        case .refused:
            return try await commit(.refused(EnrollmentEnd(.failed, .riskSignalsRejected)), on: enrollment)
        case .unknown: return try await tryAgain(enrollment)
        }
    }

    /// Exchanges the code, which works once: the exchange is marked before it is sent and never repeated.
    private func exchange(
        _ enrollment: Enrollment,
        _ redirection: EnrollmentState.Redirection,
        _ code: Sealed
    ) async throws(RunFailure) -> Bool {
        let secrets = try await redirectionSecrets(redirection, of: enrollment)
        guard let returned = ReturnedCode(json: try await open(code, "code", of: enrollment)) else {
            throw .stuck(.sealedFieldDamaged("code"))
        }
        let marked = try await payments.commit(.exchangeMarked, on: enrollment, actor: "platform")
        let body = CodeExchange(
            code: returned.code,
            redirectURI: enrollment.callbackURL,
            codeVerifier: secrets.codeVerifier
        )
        let answer = await payments.bank.call(
            call(marked, .exchangeCode, body: body.json.encoded()),
            answer: TokenAnswer.self
        )
        switch answer {
        case .answered(let tokens, _):
            guard let refreshToken = tokens.refreshToken else { break }
            let identity = tokens.idToken.map {
                ExchangedIdentity(token: $0, nonce: secrets.nonce, subject: returned.subject)
            }
            let verdict = await verdict(on: identity, of: marked)
            if verdict == .doesNotHold { break }
            remember(tokens, for: marked)
            let sealed = try await seal(Array(refreshToken.utf8), "refresh-token", of: marked)
            var unproven: Sealed?
            if verdict == .notNow, let identity {
                unproven = try await seal(identity.json.encoded(), "identity", of: marked)
            }
            let kept = unproven
            return try await commit(.tokens(sealed), on: marked) { $0.unprovenIdentity = kept }
        case .refused, .unknown: break
        }
        return try await commit(.withdrawn(EnrollmentEnd(.failed, .redirectionFailed)), on: marked)
    }

    /// Whether the tokens' identity token, if there is one, names the holder whom the redirect's named.
    private func verdict(on identity: ExchangedIdentity?, of enrollment: Enrollment) async -> IdentityVerdict? {
        guard let identity else { return nil }
        let question = IdentityQuestion(
            institution: enrollment.institution,
            token: identity.token,
            nonce: identity.nonce,
            redirect: nil,
            subject: identity.subject
        )
        return await payments.bank.connector.verify(question)
    }

    /// The verdict on an identity token whose keys were away when it came; `nil` where there is none.
    private func lateVerdict(on enrollment: Enrollment) async throws(RunFailure) -> IdentityVerdict? {
        guard let sealed = enrollment.unprovenIdentity else { return nil }
        guard let identity = ExchangedIdentity(json: try await open(sealed, "identity", of: enrollment)) else {
            throw .stuck(.sealedFieldDamaged("identity"))
        }
        return await verdict(on: identity, of: enrollment)
    }

    private func checkHolder(_ enrollment: Enrollment) async throws(RunFailure) -> Bool {
        switch try await lateVerdict(on: enrollment) {
        case .notNow: return try await tryAgain(enrollment)
        case .doesNotHold:
            return try await commit(.withdrawn(EnrollmentEnd(.failed, .redirectionFailed)), on: enrollment)
        case nil, .holds: break
        }
        let answer = await read(enrollment)
        guard case .answered(let bank, let clock) = answer else { return try await tryAgain(enrollment) }
        if let end = EnrollmentEnd(bank: bank) { return try await commit(.bankEnded(end), on: enrollment) }
        let particulars = try await particulars(of: enrollment)
        guard bank.cpf.utf8.elementsEqual(particulars.identifier.text.utf8) else {
            return try await commit(.withdrawn(EnrollmentEnd(.failed, .holderMismatch)), on: enrollment)
        }
        guard bank.status == .awaitingEnrollment else { return try await tryAgain(enrollment) }
        let side = try await bankSide(bank, clock: clock, of: enrollment)
        let approvedAt = payments.world.onDeadlineClock(clock.ours(bank.statusUpdate))
        let deadline = approvedAt.adding(seconds: EnrollmentRules.credentialWithinSeconds)
            .adding(seconds: -EnrollmentRules.stopsBeforeBankSeconds)
        return try await commit(.holderConfirmed(deadline: deadline), on: enrollment) {
            $0.bank = side
            $0.unprovenIdentity = nil
        }
    }

    private func fetchOptions(_ enrollment: Enrollment, _ tokens: Sealed) async throws(RunFailure) -> Bool {
        guard let token = try await accessToken(enrollment, tokens) else {
            return try await tryAgain(enrollment, within: 1_000)
        }
        let rp = payments.policy.relyingPartyID
        let body = OFBFidoOptionsRequest(rp: rp, platform: enrollment.platform, consentID: nil)
        var request = call(enrollment, .registrationOptions, step: .options, token: token, body: body.json.encoded())
        request.renewToken = renewal(enrollment, tokens)
        let answer = await payments.bank.call(request, answer: OFBRegistrationOptions.self)
        switch answer {
        case .answered(let options, _):
            guard options.enrollmentID.utf8.elementsEqual((enrollment.bank?.enrollmentID ?? "").utf8) else {
                payments.alert(.bankContradicts(.enrollment(enrollment.id), "enrollment-id"))
                return try await tryAgain(enrollment, within: 1_000)
            }
            guard let registration = EnrollmentState.Registration(options.options, expecting: rp),
                case .holderChecked(_, let deadline) = enrollment.state
            else {
                return try await commit(.withdrawn(EnrollmentEnd(.failed, .institutionUnavailable)), on: enrollment)
            }
            return try await commit(.options(registration, deadline: deadline), on: enrollment)
        case .refused(let code):
            return try await commit(.refused(EnrollmentEnd(.failed, .init(refusal: code))), on: enrollment)
        case .unknown:
            payments.bankTokens.forget(enrollment.id)
            return try await tryAgain(enrollment, within: 1_000)
        }
    }

    private func register(
        _ enrollment: Enrollment,
        _ attestation: Sealed,
        _ tokens: Sealed
    ) async throws(RunFailure) -> Bool {
        let body = try await open(attestation, "attestation", of: enrollment)
        guard let token = try await accessToken(enrollment, tokens) else { return try await tryAgain(enrollment) }
        var request = call(enrollment, .register, step: .registration, token: token, body: body)
        request.renewToken = renewal(enrollment, tokens)
        switch await payments.bank.call(request) {
        case .answered:
            return try await confirmRegistration(enrollment)
        case .refused(let code):
            // Only the bank's own record shows whether an earlier try went through.
            if code == "STATUS_VINCULO_INVALIDO" { return try await confirmRegistration(enrollment) }
            return try await commit(.refused(EnrollmentEnd(.failed, .fidoFailed)), on: enrollment)
        case .unknown:
            payments.bankTokens.forget(enrollment.id)
            return try await tryAgain(enrollment)
        }
    }

    /// Reads the bank's record, which alone counts: usable, ended, or not yet judged.
    private func confirmRegistration(_ enrollment: Enrollment) async throws(RunFailure) -> Bool {
        let answer = await read(enrollment)
        guard case .answered(let bank, let clock) = answer else { return try await tryAgain(enrollment) }
        if let end = EnrollmentEnd(bank: bank) { return try await commit(.bankEnded(end), on: enrollment) }
        guard bank.status == .authorised else { return try await tryAgain(enrollment) }
        let side = try await bankSide(bank, clock: clock, of: enrollment)
        let checkAt = payments.world.deadlineNow().adding(seconds: EnrollmentRules.checksEverySeconds)
        return try await commit(.registered(checkAt: checkAt), on: enrollment) { $0.bank = side }
    }
}
