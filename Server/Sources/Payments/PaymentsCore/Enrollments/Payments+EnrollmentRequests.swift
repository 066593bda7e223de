public import ChaveBase
public import ChavePixModel
import ChaveWire
import Hashing
import InstitutionPort
public import PaymentsModel
import Waiting

extension Payments {
    /// `POST /enrollments/`: the bank's enrollment, the signals and the redirect URL (Payments API, section 5).
    public func createEnrollment(
        _ request: CreateEnrollmentRequest,
        by caller: Caller,
        idempotency: IdempotentRequest?
    ) async throws(APIFailure) -> APIAnswer {
        for _ in 0..<Payments.looks {
            switch try await begin(idempotency, of: caller.organisation) {
            case .done(let answer): return answer
            case .resumed(let object, let hold): return try await answerCreatedEnrollment(object, hold, caller)
            case .new(let record):
                guard let object = try await insertEnrollment(request, by: caller, record) else { continue }
                return try await answerCreatedEnrollment(object, record?.hold, caller)
            }
        }
        throw .customerKeepsChanging
    }

    /// - Returns: `nil` when the same customer was created at the same time: read again.
    private func insertEnrollment(
        _ request: CreateEnrollmentRequest,
        by caller: Caller,
        _ record: IdempotencyRecord?
    ) async throws(APIFailure) -> ObjectReference? {
        guard directory.lists(request.institution) else {
            throw .field(
                .doesNotExist,
                "details.institution",
                "There is no such institution. List them with GET /institutions/."
            )
        }
        try requireShort(request.metadata, by: caller)
        try requireRegistered(request.callbackURL)
        try await requireCallbackURL(request.callbackURL, of: caller.organisation)
        let payer = try await resolve(request.customer, field: "details.customer", by: caller)
        let customer = payer.customer
        guard customer.kind == .cpf else {
            throw .field(.invalid, "details.customer", "A device belongs to a person: use a customer with a CPF.")
        }
        let route = try await route(to: request.institution)
        var change = Change()
        try await require(DeviceRoom(enrollmentBy: caller, at: world.now()), in: &change)
        payer.begin(&change)
        let enrollment = change.insert(
            try newEnrollment(request, for: customer, by: caller, route),
            actor: caller.actor,
            world: world
        )
        change.idempotency = claim(record, object: .enrollment(enrollment.id))
        do throws(CommitFailure) {
            try await write(change)
        } catch {
            switch error {
            // Meanwhile the customer was created, or its erasure was requested.
            case .taken(.customerIdentifier), .conflict: return nil
            case .taken, .fault: throw claimFailure(error)
            }
        }
        return .enrollment(enrollment.id)
    }

    /// Banks send holders back to registered addresses alone.
    private func requireRegistered(_ callback: CallbackURL) throws(APIFailure) {
        guard let allowed = policy.redirectURIs,
            !allowed.contains(where: { $0.utf8.elementsEqual(callback.text.utf8) })
        else { return }
        throw .field(
            .invalid,
            "details.callback_url",
            "Banks do not know this address. Send one of the software statement: \(allowed.joined(separator: ", "))."
        )
    }

    private func newEnrollment(
        _ request: CreateEnrollmentRequest,
        for customer: Customer,
        by caller: Caller,
        _ route: InstitutionRoute?
    ) throws(APIFailure) -> Enrollment {
        let id: EnrollmentID = world.newID()
        let now = world.now()
        let secrets = RedirectionSecrets(randomBytes: world.randomBytes)
        let field = "enrollment/\(id.text)"
        let (signals, redirection) = try unseal { () throws(SealingError) in
            let key = try self.key(of: customer)
            let body = OFBRiskSignals(signals: request.riskSignals).json.encoded()
            return (
                try key.seal(body, field: "\(field)/signals", randomBytes: self.world.randomBytes),
                try key.seal(secrets.json.encoded(), field: "\(field)/redirection", randomBytes: self.world.randomBytes)
            )
        }
        var enrollment = Enrollment(
            id: id,
            organisation: caller.organisation,
            createdBy: caller.creator,
            createdAt: now,
            customer: customer.id,
            institution: request.institution,
            platform: request.platform,
            name: request.name,
            callbackURL: request.callbackURL.text,
            externalID: request.externalID,
            metadata: request.metadata?.json.text,
            deviceID: request.riskSignals.deviceId,
            state: .created(
                signals: signals,
                .init(secrets: redirection),
                deadline: world.onDeadlineClock(now).adding(seconds: EnrollmentRules.signalsWithinSeconds)
            )
        )
        enrollment.route = route
        enrollment.stateDigest = Digest(ofText: secrets.state)
        return enrollment
    }

    private func answerCreatedEnrollment(
        _ object: ObjectReference,
        _ hold: IdempotencyHold?,
        _ caller: Caller
    ) async throws(APIFailure) -> APIAnswer {
        guard case .enrollment(let id) = object else { throw .unexpected }
        return try await finish(hold, of: caller.organisation) { () async throws(APIFailure) in
            let enrollment = try await self.answer(from: object) { () async throws(StorageFault) in
                try await self.store.enrollment(id).flatMap { $0.hasRedirectOrEnd ? $0 : nil }
            }
            return APIAnswer(
                status: 201,
                body: self.resource(of: enrollment, for: caller).json.encoded(),
                customer: enrollment.customer
            )
        }
    }

    /// `GET /enrollments/{id}/`: an address for the holder that has ended is replaced first.
    public func enrollment(_ id: EnrollmentID, for caller: Caller) async throws(APIFailure) -> EnrollmentResource {
        let stored = try await storedEnrollment(id, for: caller)
        guard stored.needsRedirect(at: world.deadlineNow()) else { return resource(of: stored, for: caller) }
        let renewed = await redirects.value(for: id) {
            await EnrollmentRun(payments: self, id: id).renewRedirect()
        }
        return resource(of: renewed ?? stored, for: caller)
    }

    /// `GET /enrollments/`.
    public func enrollments(
        _ query: EnrollmentQuery,
        customerIdentifier: String? = nil,
        for caller: Caller
    ) async throws(APIFailure) -> Page<EnrollmentResource> {
        var query = query
        switch try await payer(query.customer, identifier: customerIdentifier, for: caller) {
        case .anybody: break
        case .one(let customer): query.customer = customer
        case .nobody: return .empty
        }
        query.device = caller.device
        query.boundCustomer = caller.boundCustomer
        let scoped = query
        let found = try await read { () async throws(StorageFault) in
            try await self.store.enrollments(scoped, of: caller.organisation)
        }
        return found.map { self.resource(of: $0, for: caller) }
    }

    /// The platform of an enrollment, which decides the required content of the enrollment's messages.
    public func platform(of id: EnrollmentID, for caller: Caller) async throws(APIFailure) -> DevicePlatform {
        try await storedEnrollment(id, for: caller).platform
    }

    /// `GET /enrollments/{id}/fido-registration-options/`.
    public func registrationOptions(
        of id: EnrollmentID,
        for caller: Caller
    ) async throws(APIFailure) -> RegistrationOptions {
        try registrationOptions(of: try await storedEnrollment(id, for: caller))
    }

    func registrationOptions(of enrollment: Enrollment) throws(APIFailure) -> RegistrationOptions {
        switch enrollment.state {
        case .awaitingCredential(let registration, _, let deadline) where world.deadlineNow() < deadline:
            guard let json = try? JSONValue(parsing: registration.options),
                let options = try? RegistrationOptions(json: json)
            else { throw .unexpected }
            return options
        case .attested, .registering, .authorised:
            throw .conflict("The enrollment has its credential already.")
        case .ended(let end, _):
            throw .conflict("The enrollment has ended: \(end.reason.rawValue). Start a new one.")
        case .created, .knownToBank, .signalsSent, .awaitingHolder, .returned, .exchanging, .exchanged, .holderChecked,
            .awaitingCredential, .withdrawing:
            throw APIFailure(
                404,
                .notReady,
                "The institution does not have the options yet. Ask again in a second.",
                retryAfter: 1
            )
        }
    }

    /// The enrollment, if it exists for this caller.
    func storedEnrollment(_ id: EnrollmentID, for caller: Caller) async throws(APIFailure) -> Enrollment {
        let found = try await read { () async throws(StorageFault) in
            try await self.store.enrollment(id, of: caller.organisation)
        }
        guard let found, caller.sees(found.createdBy, customer: found.customer) else { throw .notFound }
        return found
    }
}

extension Enrollment {
    /// Whether the result of the creation exists: a redirect URL, or an end.
    var hasRedirectOrEnd: Bool {
        switch state {
        case .created, .knownToBank, .signalsSent: false
        case .awaitingHolder, .returned, .exchanging, .exchanged, .holderChecked, .awaitingCredential, .attested,
            .registering, .authorised, .withdrawing, .ended:
            true
        }
    }
}
