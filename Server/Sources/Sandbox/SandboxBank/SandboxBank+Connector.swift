public import ChaveBase
import ChaveJOSE
public import ChavePixModel
import ChaveWebAuthn
public import InstitutionPort

extension SandboxBank: InstitutionConnector {
    /// Serves one call of the platform in this process.
    ///
    /// The work is short and runs without `timeoutMilliseconds`: it waits only for the disk, or for PostgreSQL until
    /// its deadline.
    public func send(_ call: InstitutionCall, timeoutMilliseconds: Int) async -> InstitutionReply {
        let reply = await serve(call, for: platform)
        if case .refused(401, _, _) = reply, call.accessToken != nil { return .tokenRefused }
        return reply
    }

    public func route(to institution: InstitutionID) async -> InstitutionRouting { .only }

    /// Checks a token that one of the institutions gave to the platform in this process.
    public func verify(_ question: IdentityQuestion) async -> IdentityVerdict {
        guard let branch = branches[question.institution], let keys = try? JWKSet([branch.key.publicKey]) else {
            return .doesNotHold
        }
        let check = IdentityTokenCheck(
            issuer: branch.issuer(configuration),
            keys: keys,
            clientID: platform.id,
            now: world.now()
        )
        return check.verdict(question)
    }

    /// Serves one call of an initiator, which whoever carries the call has proven.
    public func serve(_ call: InstitutionCall, for client: BankClient) async -> InstitutionReply {
        guard let branch = branches[call.institution] else {
            return BankRefusal(.notFound, "There is no such institution.").outcome.reply(at: world.now())
        }
        guard ResourceID<Void>(call.interactionID) != nil else {
            let refusal = BankRefusal(.parameterInvalid, "Send a UUID as x-fapi-interaction-id.", status: 400)
            return refusal.outcome.reply(at: world.now())
        }
        let loss = branch.nextLoss(of: call.operation, seed: configuration.seed)
        if loss == .beforeWork { return .unknown(.serverError) }
        do {
            let outcome = try await serve(call, branch, client)
            return loss == .afterWork ? .unknown(.serverError) : outcome.reply(at: world.now())
        } catch {
            return .unknown(.serverError)
        }
    }

    private func serve(
        _ call: InstitutionCall,
        _ branch: Branch,
        _ client: BankClient
    ) async throws -> BankOutcome {
        switch call.operation {
        case .readEnrollment:
            try await read(branch, client) {
                try $0.readEnrollment(call.subject)
            } changed: {
                try $0.readChangedEnrollment(call.subject)
            }
        case .readConsent:
            try await read(branch, client) {
                try $0.readConsent(call.subject)
            } changed: {
                try $0.readChangedConsent(call.subject)
            }
        case .readPayment:
            try await read(branch, client) {
                try $0.readPayment(call.subject)
            } changed: {
                try $0.readChangedPayment(call.subject)
            }
        case .refreshToken:
            try await atWindow(of: branch, for: client) { desk in
                try desk.outcome { try desk.refreshToken(call) }
            }
        case .register:
            try await register(call, branch, client)
        case .createEnrollment, .endEnrollment, .sendRiskSignals, .pushAuthorization, .exchangeCode,
            .registrationOptions, .createConsent, .signOptions, .authoriseConsent, .createPayment, .cancelPayment,
            .listPayments, .cancelPayments:
            try await atDesk(of: branch, for: client) { desk in
                try desk.outcome {
                    try desk.requireNewMessage()
                    return try desk.serve(call)
                }
            }
        }
    }

    /// Reads from a snapshot; only a passed deadline needs a write transaction.
    private func read(
        _ branch: Branch,
        _ client: BankClient,
        _ unchanged: @escaping @Sendable (BankDesk) throws -> BankOutcome?,
        changed: @escaping @Sendable (BankDesk) throws -> BankOutcome
    ) async throws -> BankOutcome {
        let outcome = try await atWindow(of: branch, for: client) { desk -> BankOutcome? in
            do {
                return try unchanged(desk)
            } catch let refusal as BankRefusal {
                return refusal.outcome
            }
        }
        if let outcome { return outcome }
        return try await atDesk(of: branch, for: client) { desk in try desk.outcome { try changed(desk) } }
    }

    /// Registers a credential: the verification runs between two transactions, and the second one checks that its input
    /// still holds.
    private func register(
        _ call: InstitutionCall,
        _ branch: Branch,
        _ client: BankClient
    ) async throws -> BankOutcome {
        let message: OFBFidoRegistration
        do throws(InstitutionMessageError) {
            if let fault = client.fault { throw fault }
            message = try OFBFidoRegistration(bytes: call.body)
        } catch {
            let refusal = BankRefusal(error)
            return try await atDesk(of: branch, for: client) { desk in
                try desk.outcome {
                    try desk.requireNewMessage()
                    return try desk.serveUnreadableRegistration(call, refusal)
                }
            }
        }
        let expectation = try await atWindow(of: branch, for: client) { try $0.registrationExpectation(call.subject) }
        guard let expectation else {
            return try await atDesk(of: branch, for: client) { desk in
                try desk.outcome {
                    try desk.requireNewMessage()
                    return try desk.serveUnreadableRegistration(
                        call,
                        BankRefusal(.enrollmentStatusInvalid, "The enrollment does not wait for a credential.")
                    )
                }
            }
        }
        let verdict: Result<VerifiedRegistration, RegistrationRefusal>
        do throws(RegistrationRefusal) {
            verdict = .success(
                try await client.relyingParty.verify(RegistrationResponse(message), expecting: expectation)
            )
        } catch {
            verdict = .failure(error)
        }
        return try await atDesk(of: branch, for: client) { desk in
            try desk.outcome {
                try desk.requireNewMessage()
                return try desk.serveRegistration(call, verdict, against: expectation.challenge)
            }
        }
    }
}

extension BankDesk {
    /// Turns a refusal into an outcome: earlier writes stay stored.
    func outcome(_ work: () throws -> BankOutcome) throws -> BankOutcome {
        do {
            return try work()
        } catch let refusal as BankRefusal {
            return refusal.outcome
        }
    }

    /// Serves the operations that need one transaction each.
    func serve(_ call: InstitutionCall) throws -> BankOutcome {
        switch call.operation {
        case .createEnrollment: return try idempotently(call) { try createEnrollment(call) }
        case .endEnrollment: return try idempotentlyWithKey(call) { try endEnrollment(call) }
        case .sendRiskSignals: return try idempotently(call) { try takeRiskSignals(call) }
        case .pushAuthorization: return try pushAuthorization(call)
        case .exchangeCode: return try exchangeCode(call)
        case .registrationOptions:
            try requireToken(call, for: call.subject)
            return try idempotently(call) { try registrationOptions(call) }
        case .createConsent: return try idempotently(call) { try createConsent(call) }
        case .signOptions: return try signOptions(call)
        case .authoriseConsent:
            try requireAnyToken(call)
            return try authoriseConsent(call)
        case .createPayment:
            if call.accessToken != nil { try requireAnyToken(call) }
            return try createPayment(call)
        case .cancelPayment: return try idempotentlyWithKey(call) { try cancelPayment(call) }
        case .listPayments: return try listPayments(call)
        case .cancelPayments: return try idempotentlyWithKey(call) { try cancelPayments(call) }
        case .register, .refreshToken, .readEnrollment, .readConsent, .readPayment:
            throw BankRefusal(.notFound, "This call is served elsewhere.")
        }
    }

    /// Does `work` once for a key; a call without one is done each time, as the platform's own calls are.
    private func idempotentlyWithKey(_ call: InstitutionCall, _ work: () throws -> BankOutcome) throws -> BankOutcome {
        call.idempotencyKey == nil ? try work() : try idempotently(call, work)
    }

    func serveRegistration(
        _ call: InstitutionCall,
        _ verdict: Result<VerifiedRegistration, RegistrationRefusal>,
        against challenge: [UInt8]
    ) throws -> BankOutcome {
        try requireToken(call, for: call.subject)
        return try idempotently(call) { try register(call, verdict, against: challenge) }
    }

    func serveUnreadableRegistration(_ call: InstitutionCall, _ refusal: BankRefusal) throws -> BankOutcome {
        try requireToken(call, for: call.subject)
        return try idempotently(call) { try refuseRegistration(call, refusal) }
    }

    /// Requires a token of an enrollment, whichever it is.
    private func requireAnyToken(_ call: InstitutionCall) throws {
        guard tokenHolder(call)?.enrollmentID != nil else {
            throw BankRefusal(.notAuthenticated, "Send a valid access token of an enrollment.")
        }
    }
}
