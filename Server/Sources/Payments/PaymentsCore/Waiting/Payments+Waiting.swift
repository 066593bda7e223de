public import ChaveBase
public import ChavePixModel
import Synchronization
import Waiting

/// Says again that the caller may read, after it has been held; throws when it may not any more.
public typealias ProofAgain = @Sendable () async throws(APIFailure) -> Void

extension Payments {
    /// `GET /enrollments/{id}/`, held while nothing changes that the answer shows.
    public func enrollment(
        _ id: EnrollmentID,
        for caller: Caller,
        if condition: ReadCondition,
        proving prove: @escaping ProofAgain
    ) -> HeldRead<EnrollmentResource> {
        let first = FirstLook<Enrollment>()
        return held(.enrollment(id), condition, prove) { isLast async throws(APIFailure) in
            let now = try await self.storedEnrollment(id, for: caller)
            let isHeld =
                first.taken(now).map { self.showsNothingNew(now, since: $0) } ?? self.isHeld(now, condition.known)
            if isHeld && !isLast { return nil }
            return Versioned(resource: self.resource(of: now, for: caller), version: now.version)
        }
    }

    /// `GET /enrollments/{id}/fido-registration-options/`, held until the bank has them or the enrollment has ended.
    public func registrationOptions(
        of id: EnrollmentID,
        for caller: Caller,
        if condition: ReadCondition,
        proving prove: @escaping ProofAgain
    ) -> HeldRead<RegistrationOptions> {
        held(.enrollment(id), condition, prove) { isLast async throws(APIFailure) in
            let now = try await self.storedEnrollment(id, for: caller)
            if now.isBeforeOptions(at: self.world.deadlineNow()) && !isLast { return nil }
            return Versioned(resource: try self.registrationOptions(of: now), version: now.version)
        }
    }

    /// `GET /payment-intents/{id}/`, held while nothing changes that the answer shows.
    public func paymentIntent(
        _ id: PaymentIntentID,
        for caller: Caller,
        if condition: ReadCondition,
        proving prove: @escaping ProofAgain
    ) -> HeldRead<PaymentIntentResource> {
        let first = FirstLook<PaymentIntent>()
        return held(.paymentIntent(id), condition, prove) { isLast async throws(APIFailure) in
            let found = try await self.enrolledIntent(id, for: caller)
            let now = found.intent
            let isHeld =
                first.taken(now).map { self.showsNothingNew(now, since: $0) } ?? self.isHeld(now, condition.known)
            if isHeld && !isLast { return nil }
            let resource = try await self.resource(of: now, for: caller, from: found.enrollment)
            return Versioned(resource: resource, version: now.version)
        }
    }

    private func held<Resource: Sendable>(
        _ reference: ObjectReference,
        _ condition: ReadCondition,
        _ prove: @escaping ProofAgain,
        _ look: @escaping @Sendable (_ isLast: Bool) async throws(APIFailure) -> Versioned<Resource>?
    ) -> HeldRead<Resource> {
        HeldRead(reference, for: condition.waitMilliseconds, on: board, in: world, proving: prove, look)
    }

    /// Answers everybody who is held, now and from now on, with what stands: the server is about to stop.
    public func endWaits() { board.end() }

    /// How many requests are held now.
    public var waitingCount: Int { board.count }

    // MARK: What is worth an answer

    /// At the first read: news for the caller, or a state in which nothing is waited for, is answered at once.
    private func isHeld(_ enrollment: Enrollment, _ known: KnownVersions) -> Bool {
        guard known == .unsaid else { return known.includes(enrollment.version) && enrollment.end == nil }
        return enrollment.status == .pending
    }

    private func isHeld(_ intent: PaymentIntent, _ known: KnownVersions) -> Bool {
        !intent.isAtEnd && (known == .unsaid || known.includes(intent.version))
    }

    /// Steps that only the platform sees wake nobody's device.
    private func showsNothingNew(_ now: Enrollment, since first: Enrollment) -> Bool {
        now.version == first.version
            || (now.status == first.status && now.end == first.end
                && details(of: now, customer: now.customer) == details(of: first, customer: first.customer))
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

/// What a read that is held saw when it first looked.
private final class FirstLook<Object: Sendable>: Sendable {
    private let seen = Mutex<Object?>(nil)

    /// What was seen first; `nil` when that is `now`.
    func taken(_ now: Object) -> Object? {
        seen.withLock { seen in
            defer { seen = seen ?? now }
            return seen
        }
    }
}
