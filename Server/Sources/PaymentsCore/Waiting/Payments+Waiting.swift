public import ChavePixModel

/// Says again that the caller may read, after it has been held; throws when it may not any more.
public typealias ProofAgain = @Sendable () async throws(APIFailure) -> Void

extension Payments {
    /// `GET /enrollments/{id}/`, held while nothing changes that the answer shows.
    public func enrollment(
        _ id: EnrollmentID,
        for caller: Caller,
        if condition: ReadCondition,
        proving prove: ProofAgain
    ) async throws(APIFailure) -> Versioned<EnrollmentResource> {
        let found = try await followed(.enrollment(id), condition, prove) { () async throws(APIFailure) in
            try await self.storedEnrollment(id, for: caller)
        } isHeld: { first, now in
            first.map { self.showsNothingNew(now, since: $0) } ?? self.isHeld(now, condition.known)
        }
        return Versioned(resource: resource(of: found), version: found.version)
    }

    /// `GET /enrollments/{id}/fido-registration-options/`, held until the bank has them or the enrollment has ended.
    public func registrationOptions(
        of id: EnrollmentID,
        for caller: Caller,
        if condition: ReadCondition,
        proving prove: ProofAgain
    ) async throws(APIFailure) -> Versioned<RegistrationOptions> {
        let found = try await followed(.enrollment(id), condition, prove) { () async throws(APIFailure) in
            try await self.storedEnrollment(id, for: caller)
        } isHeld: { _, now in
            now.isBeforeOptions(at: self.world.deadlineNow())
        }
        return Versioned(resource: try registrationOptions(of: found), version: found.version)
    }

    /// `GET /payment-intents/{id}/`, held while nothing changes that the answer shows.
    public func paymentIntent(
        _ id: PaymentIntentID,
        for caller: Caller,
        if condition: ReadCondition,
        proving prove: ProofAgain
    ) async throws(APIFailure) -> Versioned<PaymentIntentResource> {
        let found = try await followed(.paymentIntent(id), condition, prove) { () async throws(APIFailure) in
            try await self.storedIntent(id, for: caller)
        } isHeld: { first, now in
            first.map { self.showsNothingNew(now, since: $0) } ?? self.isHeld(now, condition.known)
        }
        return Versioned(resource: try await resource(of: found), version: found.version)
    }

    /// Answers everybody who is held, now and from now on, with what stands: the server is about to stop.
    public func endWaits() { board.end() }

    /// How many requests are held now.
    public var waitingCount: Int { board.count }

    /// Reads until there is something to answer, the time is up, or waits have ended.
    ///
    /// Nothing is asked of the storage between two changes. A ticket is taken before each read; the last read comes after
    /// the time is up, so that a wake-up that was lost with its process costs time and no truth. `isHeld` is given what the
    /// first read found, and `nil` at the first read itself.
    private func followed<Object: Sendable>(
        _ reference: ObjectReference,
        _ condition: ReadCondition,
        _ prove: ProofAgain,
        read: () async throws(APIFailure) -> Object,
        isHeld: (_ first: Object?, _ now: Object) -> Bool
    ) async throws(APIFailure) -> Object {
        let deadline = world.uptimeMilliseconds() + condition.waitMilliseconds
        var first: Object?
        while true {
            let ticket = board.ticket(for: reference)
            defer { board.forget(ticket) }
            let isLast = world.uptimeMilliseconds() >= deadline || board.isOver || Task.isCancelled
            let now: Object
            do throws(APIFailure) {
                now = try await read()
            } catch {
                if first != nil { try await prove() }
                throw error
            }
            guard !isLast, isHeld(first, now) else {
                if first != nil { try await prove() }
                return now
            }
            first = first ?? now
            await board.wait(ticket, milliseconds: deadline - world.uptimeMilliseconds())
        }
    }

    // MARK: What is worth an answer

    /// At the first read: news for the caller, or a state in which nothing is waited for, is answered at once.
    private func isHeld(_ enrollment: Enrollment, _ known: ReadCondition.KnownVersions) -> Bool {
        guard known == .unsaid else { return known.includes(enrollment.version) && enrollment.end == nil }
        return enrollment.status == .pending
    }

    private func isHeld(_ intent: PaymentIntent, _ known: ReadCondition.KnownVersions) -> Bool {
        !intent.isAtEnd && (known == .unsaid || known.includes(intent.version))
    }

    /// Steps that only the platform sees wake nobody's device.
    private func showsNothingNew(_ now: Enrollment, since first: Enrollment) -> Bool {
        now.version == first.version
            || (now.status == first.status && now.end == first.end
                && resource(of: now).details == resource(of: first).details)
    }

    private func showsNothingNew(_ now: PaymentIntent, since first: PaymentIntent) -> Bool {
        now.version == first.version
            || (now.status == first.status && now.end == first.end && information(of: now) == information(of: first))
    }
}

extension Enrollment {
    /// Whether registration options are still to come, or the end that is said instead of them.
    func isBeforeOptions(at now: Timestamp) -> Bool {
        switch state {
        case .awaitingCredential(_, _, let deadline): now >= deadline
        case .created, .knownToBank, .signalsSent, .awaitingHolder, .returned, .exchanging, .exchanged, .holderChecked,
            .withdrawing:
            true
        case .attested, .registering, .authorised, .ended: false
        }
    }
}
