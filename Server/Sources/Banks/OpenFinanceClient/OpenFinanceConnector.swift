public import ChaveBase
import ChaveJOSE
public import ChavePixModel
import ChaveWire
public import InstitutionPort
import OpenFinanceWire
import Synchronization
import Waiting

/// Reaches the banks of Open Finance Brasil: the platform as a payment initiator with certificates.
///
/// It answers each call by what came over the wire, and says `unknown` for everything that proves nothing. The rules of
/// money are not here: who decides what an unknown payment means is `PaymentsCore`.
public final class OpenFinanceConnector: InstitutionConnector {
    let settings: ConnectorSettings
    let world: World
    let banks: BankList
    let registrar: Registrar
    let participants: ParticipantsQuestion
    let caller: WireCaller
    let ownKeys: PlatformKeys
    let discoveries: Discoveries
    private let exchange: any WireExchange
    private let keys: KeyChoice
    /// The keys of organisations, by the directory's keystore.
    private let reading: MessageReading
    /// The keys of authorization servers, by the address of their set.
    private let identityKeys: Keystores
    private let tokens = ClientTokens()
    private let sentKeys = SentKeys()
    private let gate: BankGate
    private let clocks = BankClocks()
    private let registrations = SharedWork<InstitutionID, ClientRegistration?>()
    private let ownTokens = SharedWork<ClientTokens.Place, String?>()
    private let account: @Sendable (WireAccount) -> Void
    private let alarm: @Sendable (ConnectorAlarm) -> Void

    /// How long a registration, a software statement, a discovery document or a set of keys may take.
    static let setUpMilliseconds = 5_000

    /// Takes each new list: the banks of today, and those that left.
    package typealias DirectoryListener =
        @Sendable (_ banks: [InstitutionDirectoryEntry], _ former: [InstitutionDirectoryEntry]) -> Void

    package init(
        settings: ConnectorSettings,
        keys: PlatformKeys,
        exchange: any WireExchange,
        registrations: any RegistrationStore,
        copy: any DirectoryCopyStore,
        world: World,
        alarm: @escaping @Sendable (ConnectorAlarm) -> Void,
        account: @escaping @Sendable (WireAccount) -> Void = { _ in },
        directory: @escaping DirectoryListener
    ) {
        self.settings = settings
        self.world = world
        self.exchange = exchange
        self.account = account
        self.alarm = alarm
        ownKeys = keys
        let now = world.now
        let caller = WireCaller(exchange: exchange, world: world, clocks: clocks, account: account)
        self.caller = caller
        @Sendable func published(_ address: String) async throws -> PublishedKeys {
            try await caller.keys(at: address)
        }
        self.keys = KeyChoice(keys, settings, now: now, fetch: published)
        reading = MessageReading(
            keystores: Keystores(now: now) { [settings] organisation in
                try await published(settings.directory.keys(of: organisation))
            },
            settings: settings
        )
        identityKeys = Keystores(now: now) { try await published($0) }
        let participants = ParticipantsQuestion(address: settings.directory.participants, caller: caller)
        self.participants = participants
        gate = BankGate(limit: settings.callsPerBank)
        banks = BankList(
            store: copy,
            now: now,
            tell: { [settings] banks, former in
                directory(BankListing.entries(of: banks, settings), former.map(\.directoryEntry))
            },
            fetch: { try? await participants.answer() }
        )
        discoveries = Discoveries(
            caller: caller,
            banks: banks,
            isDevelopment: settings.isDevelopment,
            now: now,
            alarm: alarm
        )
        let statements = SoftwareStatements(settings: settings, caller: caller)
        registrar = Registrar(
            settings: settings,
            store: registrations,
            caller: caller,
            statements: statements,
            alarm: alarm
        )
    }

    /// Goes by the kept list of banks, then asks the directory.
    ///
    /// - Throws: when the kept list cannot be read or written.
    public func open() async throws {
        try await banks.open()
        try await banks.refresh()
    }

    /// Whether there is a list of banks, of today or kept.
    public var hasList: Bool { get async { await banks.ageSeconds != nil } }

    /// Asks the directory again; to be called every 15 minutes, for so long it allows its list to be kept.
    ///
    /// - Throws: when the list cannot be written.
    public func refreshDirectory() async throws {
        let isNew = try await banks.refresh()
        guard !isNew, let age = await banks.ageSeconds, age >= BankList.alarmSeconds else { return }
        alarm(.directoryAway(seconds: age))
    }

    /// The institutions of an organisation, as its webhooks name them.
    public func institutions(of organisation: String) async -> [InstitutionID] {
        await banks.banks(of: organisation).map(\.id)
    }

    // MARK: The port

    public func route(to institution: InstitutionID) async -> InstitutionRouting {
        guard let bank = await banks.offering(institution), let discovery = await discoveries.document(of: bank),
            let registration = await registration(at: bank, discovery)
        else { return .notNow }
        return .by(BankRoute(bank, client: registration.clientID).route)
    }

    public func send(_ call: InstitutionCall, timeoutMilliseconds: Int) async -> InstitutionReply {
        guard let bank = await banks.bank(call.institution), let stored = call.route.flatMap(BankRoute.init),
            call.subject.isEmpty || AnswerJudge.isID(call.subject)
        else { return .unknown(.unreachable) }
        let route = stored.present(for: call.operation, at: bank)
        let deadline = world.uptimeMilliseconds() + Int64(timeoutMilliseconds)
        let attempt = CallAttempt(
            call: call,
            bank: bank,
            route: route,
            isOfOtherAddresses: route != stored,
            deadline: deadline
        )
        let reply = await gate.pass(call.institution) { await self.reply(to: attempt) }
        return reply ?? .unknown(.overloaded)
    }

    public func verify(_ question: IdentityQuestion) async -> IdentityVerdict {
        guard let bank = await banks.bank(question.institution), let discovery = await discoveries.document(of: bank),
            case .registered(let registration)? = try? await registrar.store.state(at: bank.id)
        else { return .notNow }
        // Identity tokens are encrypted to the platform: one in the clear went through other hands.
        guard let opened = try? ownKeys.decryption.decrypt(question.token),
            let token = String(validating: opened.payload, as: UTF8.self), let message = try? CompactJWS(parsing: token)
        else { return .doesNotHold }
        guard !message.bringsKey, let keyID = message.keyID else { return .doesNotHold }
        let lastLook = await identityKeys.askedAt(discovery.jwks)
        let keys: OrganisationKeys
        do { keys = try await identityKeys.keys(of: discovery.jwks, for: keyID) } catch { return .notNow }
        // A key that is newer than the last look: the bank is asked again in a minute.
        if keys.keys.key(keyID) == nil, await identityKeys.askedAt(discovery.jwks) == lastLook { return .notNow }
        let check = IdentityTokenCheck(
            issuer: bank.issuer,
            keys: keys.keys,
            clientID: registration.clientID,
            now: world.now()
        )
        var signed = question
        signed.token = token
        return check.verdict(signed)
    }

    // MARK: Registration

    func registration(at bank: BankListing, _ discovery: Discovery) async -> ClientRegistration? {
        await registrations.value(for: bank.id) { [registrar] in
            await registrar.registration(at: bank, discovery)
        }
    }

    // MARK: Calls

    private func reply(to attempt: CallAttempt) async -> InstitutionReply {
        guard let operation = WireOperation(attempt.call.operation, attempt.call.subject, by: attempt.route) else {
            return await authorize(attempt)
        }
        let isOwn = !attempt.call.operation.needsEnrollmentToken
        guard let token = isOwn ? await ownToken(attempt) : attempt.call.accessToken else {
            return isOwn ? .unknown(.unreachable) : .tokenRefused
        }
        let reply = await send(operation, attempt, token: token)
        guard reply == .tokenRefused, isOwn else { return reply }
        // The connector owns this token: another one, and once more.
        tokens.forget(place(attempt))
        guard let renewed = await ownToken(attempt) else { return .unknown(.unreachable) }
        let second = await send(operation, attempt, token: renewed)
        return second == .tokenRefused ? .unknown(.unreadable) : second
    }

    private func send(_ operation: WireOperation, _ attempt: CallAttempt, token: String) async -> InstitutionReply {
        let call = attempt.call
        var headers = WireHeaders(interactionID: call.interactionID, idempotencyKey: call.idempotencyKey)
        headers.customerAddress = call.customer?.address
        headers.customerUserAgent = call.customer?.userAgent
        var request = WireRequest(operation.method, operation.address)
        request.headers = [("Authorization", "Bearer \(token)"), ("Accept", "application/jwt")] + headers.fields
        if operation.hasBody {
            guard let signed = await signedBody(operation, attempt) else { return .unknown(.unreachable) }
            request.headers.append(("Content-Type", "application/jwt"))
            request.body = Array(signed.utf8)
        }
        let isRepeated = call.idempotencyKey.map { sentKeys.note($0, at: call.institution) } ?? false
        let judge = AnswerJudge(
            operation: operation,
            call: call,
            bank: attempt.bank,
            version: attempt.route.payments,
            reading: reading,
            isRepeated: isRepeated,
            isOfOtherAddresses: attempt.isOfOtherAddresses,
            now: world.now()
        )
        var account = WireAccount(of: call.operation.rawValue, at: call.institution, call.interactionID, world.now())
        let began = world.uptimeMilliseconds()
        let reply: InstitutionReply
        do throws(WireFault) {
            let response = try await exchange.send(request, timeoutMilliseconds: attempt.millisecondsLeft(at: began))
            account.status = response.status
            if let date = response.date { clocks.note(date, of: call.institution, at: world.now()) }
            switch await judge.judge(response) {
            case .reply(let judged): reply = judged
            case .read(let operation, let id): reply = await self.reply(to: attempt.reading(operation, id, world))
            }
        } catch {
            reply = .unknown(InstitutionUnknown(error))
        }
        account.seconds = Double(world.uptimeMilliseconds() - began) / 1_000
        account.verdict = reply.verdict
        self.account(account)
        return reply
    }

    /// The message as its envelope: `iat` is never in the future of the bank's clock.
    private func signedBody(_ operation: WireOperation, _ attempt: CallAttempt) async -> String? {
        guard let json = try? JSONValue(parsing: attempt.call.body) else { return nil }
        let body = PaymentDialect.request(json, attempt.call.operation, attempt.route.payments)
        let envelope = Envelope(
            issuer: settings.organisation,
            audience: operation.address,
            tokenID: TokenUUID.random(world.randomBytes),
            issuedAt: clocks.time(at: attempt.call.institution, ours: world.now()).seconds,
            body: body.object ?? JSONObject()
        )
        return try? await keys.signing().sign(envelope)
    }

    // MARK: The authorization server

    private func authorize(_ attempt: CallAttempt) async -> InstitutionReply {
        guard let server = await server(attempt) else { return .unknown(.unreachable) }
        let (body, now) = (attempt.call.body, world.now())
        switch attempt.call.operation {
        case .pushAuthorization:
            guard let message = try? PushedAuthorization(bytes: body) else { return .unknown(.unreadable) }
            return await server.push(message, at: now)
        case .exchangeCode:
            guard let message = try? CodeExchange(bytes: body) else { return .unknown(.unreadable) }
            return await server.exchange(message, at: now)
        case .refreshToken:
            guard let message = try? TokenRefresh(bytes: body) else { return .unknown(.unreadable) }
            return await server.refresh(message, at: now)
        case .createEnrollment, .readEnrollment, .endEnrollment, .sendRiskSignals, .registrationOptions, .register,
            .createConsent, .readConsent, .signOptions, .authoriseConsent, .createPayment, .readPayment,
            .cancelPayment, .listPayments, .cancelPayments:
            return .unknown(.unreadable)
        }
    }

    private func server(_ attempt: CallAttempt) async -> AuthorizationServer? {
        guard let discovery = await discoveries.document(of: attempt.bank) else { return nil }
        return await server(of: attempt.bank, discovery, client: attempt.route.client, until: attempt.deadline)
    }

    /// The authorization server of a bank, for calls until a time by the clock that is never set.
    func server(
        of bank: BankListing,
        _ discovery: Discovery,
        client: String,
        until deadline: Int64
    ) async -> AuthorizationServer {
        let signed = SignedTokens(
            clientID: client,
            issuer: bank.issuer,
            key: await keys.client(),
            now: clocks.time(at: bank.id, ours: world.now()),
            randomBytes: world.randomBytes
        )
        return AuthorizationServer(
            discovery: discovery,
            client: client,
            signed: signed,
            scopes: settings.scopes
        ) { [world, caller] request, name throws(WireFault) in
            let left = Int(clamping: max(1, deadline - world.uptimeMilliseconds()))
            return try await caller.send(request, name, at: bank.id, milliseconds: left)
        }
    }

    private func place(_ attempt: CallAttempt) -> ClientTokens.Place {
        ClientTokens.Place(
            institution: attempt.bank.id,
            client: attempt.route.client,
            certificate: settings.certificateThumbprint
        )
    }

    /// The token of the platform's own credentials; one question to a bank is under way at a time.
    private func ownToken(_ attempt: CallAttempt) async -> String? {
        let place = place(attempt)
        if let token = tokens.token(for: place, at: world.now()) { return token }
        return await ownTokens.value(for: place) { [self] in
            guard let token = try? await server(attempt)?.ownToken() else { return nil }
            tokens.keep(token.text, for: place, lifeSeconds: token.lifeSeconds, at: world.now())
            return token.text
        }
    }
}

/// One call, and the time that is left of it.
struct CallAttempt: Sendable {
    let call: InstitutionCall
    let bank: BankListing
    let route: BankRoute
    /// Whether the object was made by other addresses, which the bank offers no longer.
    var isOfOtherAddresses = false
    /// By the clock that is never set.
    let deadline: Int64

    /// The same call as a reading of an object.
    func reading(_ operation: InstitutionOperation, _ subject: String, _ world: World) -> CallAttempt {
        let read = InstitutionCall(
            institution: call.institution,
            route: call.route,
            operation: operation,
            subject: subject,
            accessToken: nil,
            idempotencyKey: nil,
            interactionID: world.newIDText(),
            customer: call.customer,
            body: []
        )
        return CallAttempt(
            call: read,
            bank: bank,
            route: route,
            isOfOtherAddresses: isOfOtherAddresses,
            deadline: deadline
        )
    }

    func millisecondsLeft(at uptime: Int64) -> Int { Int(clamping: max(1, deadline - uptime)) }
}

extension InstitutionReply {
    /// The reply in one word or two, without anything of the call.
    var verdict: String {
        switch self {
        case .answered: "answered"
        case .refused(_, let body, _): "refused \((try? OFBErrors(bytes: body))?.firstCode ?? "")"
        case .tokenRefused: "token refused"
        case .unknown(let why, _): "unknown: \(why.rawValue)"
        }
    }
}
