public import ChaveBase
public import ChavePixModel
public import PaymentsModel
import Synchronization
import Waiting

/// Checks again after a held read that the caller may still read; throws when it may not.
public typealias ProofAgain = @Sendable () async throws(APIFailure) -> Void

extension Payments {
    /// `GET /enrollments/{id}/`, held until something changes that the response shows.
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

    /// `GET /payment-intents/{id}/`, held until something changes that the response shows.
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

    /// Ends all current and future held reads with the current state, because the server is about to stop.
    public func endWaits() { board.end() }

    /// How many requests are held now.
    public var waitingCount: Int { board.count }

    // MARK: What is worth an answer

    /// Whether the first read is held.
    ///
    /// News for the caller, or a state that waits for nothing, gets its response at once.
    private func isHeld(_ enrollment: Enrollment, _ known: KnownVersions) -> Bool {
        guard known == .unsaid else { return known.includes(enrollment.version) && enrollment.end == nil }
        return enrollment.status == .pending
    }

    private func isHeld(_ intent: PaymentIntent, _ known: KnownVersions) -> Bool {
        guard known == .unsaid else { return known.includes(intent.version) && !intent.isAtEnd }
        return !intent.status.isSettledForNow
    }

    /// Whether the response would show no change; steps that only the platform sees wake no device.
    private func showsNothingNew(_ now: Enrollment, since first: Enrollment) -> Bool {
        now.version == first.version
            || (now.status == first.status && now.end == first.end
                && details(of: now, customer: now.customer) == details(of: first, customer: first.customer))
    }

    private func showsNothingNew(_ now: PaymentIntent, since first: PaymentIntent) -> Bool {
        now.version == first.version
            || (now.status == first.status && now.end == first.end && information(of: now) == information(of: first)
                && now.schedule?.charges == first.schedule?.charges)
    }
}

extension Enrollment {
    /// Whether the registration options, or the end that replaces them, are still to come.
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

/// The object that a held read saw at its first look.
private final class FirstLook<Object: Sendable>: Sendable {
    private let seen = Mutex<Object?>(nil)

    /// The object at the first look; `nil` when this is the first look.
    func taken(_ now: Object) -> Object? {
        seen.withLock { seen in
            defer { seen = seen ?? now }
            return seen
        }
    }
}
