import ChaveBase
public import ChavePixModel
import ChaveWire
import Hashing
import InstitutionPort
public import PaymentsModel

extension Payments {
    /// `POST /enrollments/complete-redirection/`: the parameters with which the bank sent the holder back.
    ///
    /// Only two callers may send them: the device that made the enrollment, or the merchant's server. The server also
    /// sends the enrollment that it read from that person's own session. Therefore a callback is useless to another
    /// person who received it. An organisation may turn this check off (`Organisation.unboundCallbacks`).
    public func completeRedirection(
        _ request: CompleteRedirectionRequest,
        by caller: Caller,
        idempotency: IdempotentRequest?
    ) async throws(APIFailure) -> APIAnswer {
        for _ in 0..<Payments.looks {
            let enrollment = try await enrollment(of: request, for: caller)
            let object = ObjectReference.enrollment(enrollment.id)
            switch try await begin(idempotency, of: caller.organisation) {
            case .done(let answer): return answer
            case .resumed(_, let hold): return try await answerRedirection(object, hold, caller)
            case .new(let record):
                let digest = Digest(ofParts: request.parameters.items.map { Array("\($0.name)=\($0.value)".utf8) })
                if let known = enrollment.callbackDigest {
                    guard known == digest else {
                        throw .conflict("This state was answered with other parameters. Start a new enrollment.")
                    }
                    let answer = try await answerRedirection(object, nil, caller)
                    try await keep(unchanged: answer, under: record, of: object, by: caller)
                    return answer
                }
                if enrollment.isEndedLike(request.parameters) {
                    // The bank's notification was faster than the person: both report the same end.
                    let answer = answer(redirected: enrollment, for: caller)
                    try await keep(unchanged: answer, under: record, of: object, by: caller)
                    return answer
                }
                let isUnbound = request.isUnbound(by: caller)
                guard
                    try await take(request.parameters, digest, on: enrollment, isUnbound: isUnbound, by: caller, record)
                else { continue }
                return try await answerRedirection(object, record?.hold, caller)
            }
        }
        throw .conflict("The enrollment keeps changing. Read it and decide again.")
    }

    /// The enrollment that `state` belongs to, if it exists for this caller.
    private func enrollment(
        of request: CompleteRedirectionRequest,
        for caller: Caller
    ) async throws(APIFailure) -> Enrollment {
        if request.isUnbound(by: caller) { try await requireUnboundCallbacks(of: caller.organisation) }
        let digest = Digest(ofText: request.parameters.state)
        let found = try await read { () async throws(StorageFault) in
            try await self.store.enrollment(stateDigest: digest)
        }
        guard let found, found.organisation == caller.organisation else { throw .notFound }
        switch caller {
        case .merchant:
            guard request.enrollment == nil || request.enrollment == found.id else { throw .notFound }
        case .device(_, _, let device, let bound, _):
            guard let maker = found.createdBy.device, maker.equalsInConstantTime(device),
                bound == nil || bound == found.customer, request.enrollment == nil || request.enrollment == found.id
            else { throw .notFound }
        }
        return found
    }

    /// - Throws: 400 with the reason, unless the organisation accepts callbacks without the enrollment.
    private func requireUnboundCallbacks(of id: OrganisationID) async throws(APIFailure) {
        let organisation = try await read { () async throws(StorageFault) in try await self.store.organisation(id) }
        guard organisation?.unboundCallbacks == true else { throw .unboundCallback }
    }

    /// - Returns: `false` when another writer changed the enrollment: read again.
    private func take(
        _ parameters: RedirectionParameters,
        _ digest: Digest,
        on enrollment: Enrollment,
        isUnbound: Bool,
        by caller: Caller,
        _ record: IdempotencyRecord?
    ) async throws(APIFailure) -> Bool {
        let moment = world.moment()
        try requireAwaitingHolder(enrollment, at: moment)
        let event = try await event(for: parameters, on: enrollment, at: moment)
        var change = Change()
        change.idempotency = claim(record, object: .enrollment(enrollment.id))
        do throws(RunFailure) {
            var side = enrollment.bank
            if case .callback = event {
                side = try await EnrollmentRun(payments: self, id: enrollment.id).sideAtReturn(of: enrollment) ?? side
            }
            _ = try await commit(event, on: enrollment, actor: caller.actor, change: change) {
                $0.callbackDigest = digest
                $0.isCallbackUnbound = isUnbound ? true : nil
                $0.bank = side
            }
            if isUnbound { observe(.unboundCallback(enrollment.id)) }
            return true
        } catch {
            if error.isWorthAnotherLook { return false }
            throw failure(error)
        }
    }

    private func requireAwaitingHolder(_ enrollment: Enrollment, at moment: Moment) throws(APIFailure) {
        guard case .awaitingHolder(_, let deadline) = enrollment.state, moment.deadlineNow < deadline else {
            throw .conflict("The enrollment does not wait for a callback any more. Start a new one.")
        }
    }

    private func event(
        for parameters: RedirectionParameters,
        on enrollment: Enrollment,
        at moment: Moment
    ) async throws(APIFailure) -> EnrollmentEvent {
        switch parameters.outcome {
        case .refused(let error, let description):
            let message = description.flatMap(StatusReasonCode.shownDescription)
            return .callbackFailed(
                EnrollmentEnd(.failed, StatusReasonCode(callbackError: error), message: message)
            )
        case .approved(let code, let idToken):
            return try await approval(code, idToken, on: enrollment, at: moment)
        }
    }

    private func approval(
        _ code: String,
        _ idToken: String,
        on enrollment: Enrollment,
        at moment: Moment
    ) async throws(APIFailure) -> EnrollmentEvent {
        guard case .awaitingHolder(let redirection, _) = enrollment.state else { throw .unexpected }
        let run = EnrollmentRun(payments: self, id: enrollment.id)
        do throws(RunFailure) {
            let secrets = try await run.redirectionSecrets(redirection, of: enrollment)
            let question = IdentityQuestion(
                institution: enrollment.institution,
                token: idToken,
                nonce: secrets.nonce,
                redirect: .init(state: secrets.state, code: code)
            )
            switch await bank.connector.verify(question) {
            case .doesNotHold: return .callbackFailed(EnrollmentEnd(.failed, .redirectionFailed))
            case .notNow: break
            case .holds(let subject):
                let returned = ReturnedCode(code: code, subject: subject)
                return .callback(
                    code: try await run.seal(returned.json.encoded(), "code", of: enrollment),
                    deadline: moment.deadlineNow.adding(seconds: EnrollmentRules.optionsWithinSeconds)
                )
            }
        } catch {
            throw failure(error)
        }
        // The bank's keys cannot be had: nothing changes, and the same callback may come again.
        throw .institutionUnavailable
    }

    /// Responds to a callback.
    ///
    /// A valid callback gets its response at once, still PENDING. A failed one gets it once the bank has ended the
    /// enrollment too.
    private func answerRedirection(
        _ object: ObjectReference,
        _ hold: IdempotencyHold?,
        _ caller: Caller
    ) async throws(APIFailure) -> APIAnswer {
        guard case .enrollment(let id) = object else { throw .unexpected }
        return try await finish(hold, of: caller.organisation) { () async throws(APIFailure) in
            let enrollment = try await self.answer(from: object) { () async throws(StorageFault) in
                try await self.store.enrollment(id).flatMap { $0.isWithdrawing ? nil : $0 }
            }
            return self.answer(redirected: enrollment, for: caller)
        }
    }

    private func answer(redirected enrollment: Enrollment, for caller: Caller) -> APIAnswer {
        let body = resource(of: enrollment, for: caller).json.encoded()
        return APIAnswer(status: 200, body: body, customer: enrollment.customer)
    }
}

extension CompleteRedirectionRequest {
    /// Whether only `state` identifies the callback's enrollment, which may be of any person that the organisation
    /// enrolls.
    public func isUnbound(by caller: Caller) -> Bool { caller.device == nil && enrollment == nil }
}

extension APIFailure {
    fileprivate static let unboundCallback = APIFailure.field(
        .required,
        "enrollment",
        """
        Send the id of the enrollment that this person's own session began: without it, whoever opens a stranger's callback \
        would finish the stranger's enrollment. An organisation with unbound_callbacks on may leave it out \
        (chave organisations set ID --unbound-callbacks).
        """
    )
}

extension Enrollment {
    /// Whether a refusal comes back for an enrollment that never became usable and has ended without a callback.
    fileprivate func isEndedLike(_ parameters: RedirectionParameters) -> Bool {
        guard case .refused = parameters.outcome else { return false }
        return callbackDigest == nil && end?.outcome == .failed
    }

    var isWithdrawing: Bool {
        if case .withdrawing = state { return true }
        return false
    }
}
