public import ChaveBase
public import ChaveJOSE
public import ChavePixModel
import ChaveWire
public import InstitutionPort
import Synchronization

/// A bank in memory that keeps Open Finance's rules and fails on demand.
///
/// Its books are honest: a key's first outcome is repeated for a day, a consent pays once, what has ended has ended, and
/// it verifies every assertion itself. Only what the caller hears is a lie, and only where the script says so.
public final class ScriptedBank: InstitutionConnector {
    public static let institution = InstitutionID(high: 0x0190_0000_0000_7000, low: 0x8000_0000_0000_0001)
    public static let relyingPartyID = "pagar.example"
    public static let issuer = "https://banco.example"
    /// The platform's client id at this bank.
    public static let clientID = "chave"

    /// Chooses the fault of a call by the call and by how many of its operation there were before.
    public typealias Script = @Sendable (_ call: InstitutionCall, _ earlier: Int) -> ScriptedFault?

    private struct State {
        var books: BankBooks
        var script: Script = { _, _ in nil }
        var calls: [InstitutionCall] = []
        var counts: [InstitutionOperation: Int] = [:]
        var isSilent = false
        var hasKeys = true
        var identified: String?
        var nonce = ""
        var routing = InstitutionRouting.only
        var onCall: (@Sendable (InstitutionCall) -> Void)?
    }
    private let state: Mutex<State>
    private let now: @Sendable () -> Timestamp
    private let deadlinesAheadSeconds: @Sendable () -> Int64
    private let identityKey: SigningKey
    private let clockAheadSeconds: Int64

    /// A bank whose clock is that far from the platform's, which `now` tells; `identityKey` is for PS256.
    ///
    /// What its limits go by is as far ahead as the platform's.
    public init(
        identityKey: SigningKey,
        clockAheadSeconds: Int64 = 0,
        now: @escaping @Sendable () -> Timestamp,
        deadlinesAheadSeconds: @escaping @Sendable () -> Int64 = { 0 },
        randomBytes: @escaping @Sendable (Int) -> [UInt8]
    ) {
        self.identityKey = identityKey
        self.clockAheadSeconds = clockAheadSeconds
        self.now = { now().adding(seconds: clockAheadSeconds) }
        self.deadlinesAheadSeconds = deadlinesAheadSeconds
        state = Mutex(State(books: BankBooks(randomBytes: randomBytes)))
    }

    // MARK: The script

    /// From now on it fails as `script` says, which must not hold the world that this bank is in: neither would ever go.
    public func script(_ script: @escaping Script) { state.withLock { $0.script = script } }

    /// Tells of each call before it is served: for a bank that takes its time.
    public func onCall(_ body: (@Sendable (InstitutionCall) -> Void)?) { state.withLock { $0.onCall = body } }

    /// Whether nothing arrives at all.
    public func setSilent(_ isSilent: Bool) { state.withLock { $0.isSilent = isSilent } }

    /// Whether its keys can be had.
    public func setKeys(_ hasKeys: Bool) { state.withLock { $0.hasKeys = hasKeys } }

    /// Sets the holder whom the tokens of an exchange name, in an identity token of their own; nobody at first.
    public func identifyExchanges(as subject: String?) { state.withLock { $0.identified = subject } }

    /// How new objects reach it.
    public func setRouting(_ routing: InstitutionRouting) { state.withLock { $0.routing = routing } }

    /// For how long its addresses for holders are open.
    public func setRedirectLife(seconds: Int) { state.withLock { $0.books.redirectSeconds = seconds } }

    /// Whether it tells which payments a consent has.
    public func setListsPayments(_ does: Bool) { state.withLock { $0.books.listsPayments = does } }

    public func setSettlement(_ settlement: ScriptedSettlement) {
        state.withLock { $0.books.settlement = settlement }
    }

    /// How long enrollments that are registered from now on are usable.
    public func setValidity(seconds: Int64?) { state.withLock { $0.books.validSeconds = seconds } }

    /// How long consents wait for their approval from now on.
    public func setConsentLife(seconds: Int64) { state.withLock { $0.books.consentSeconds = seconds } }

    // MARK: What is true

    public var calls: [InstitutionCall] { state.withLock(\.calls) }

    /// The money that has moved by now, oldest first.
    public var movements: [ScriptedMovement] { look { $0.movements } }

    public func enrollmentStatus(_ id: String) -> OFBEnrollmentStatus? { look { $0.enrollments[id]?.status } }

    /// Every enrollment that it ever made.
    public var enrollmentStatuses: [String: OFBEnrollmentStatus] { look { $0.enrollments.mapValues(\.status) } }

    public func consentStatus(_ id: String) -> OFBConsentStatus? { look { $0.consents[id]?.status } }

    /// When the bank itself ends what it waits for, in the platform's time.
    public func deadline(ofEnrollment id: String) -> Timestamp? {
        look { $0.enrollments[id]?.deadline }.map { $0.adding(seconds: -clockAheadSeconds) }
    }

    public func deadline(ofConsent id: String) -> Timestamp? {
        look { $0.consents[id]?.expiration }.map { $0.adding(seconds: -clockAheadSeconds) }
    }

    private func look<Value>(_ body: (BankBooks) -> Value) -> Value {
        let now = now()
        return state.withLock { state in
            pass(&state, to: now)
            return body(state.books)
        }
    }

    private func pass(_ state: inout State, to now: Timestamp) {
        state.books.deadlinesAheadSeconds = deadlinesAheadSeconds()
        state.books.pass(to: now)
    }

    // MARK: What people do at the bank

    /// The holder signs in and approves the newest enrollment that asked for it under `state`.
    ///
    /// Its identity tokens are dated by a clock of their own: `tokenAheadSeconds` from the platform's.
    public func approve(
        state asked: String,
        as cpf: String? = nil,
        tokenAheadSeconds: Int64 = 0
    ) throws -> RedirectionParameters {
        let now = now()
        let issuedAt = now.adding(seconds: tokenAheadSeconds - clockAheadSeconds)
        let request = self.state.withLock { state in
            pass(&state, to: now)
            let request = state.books.approve(state: asked, as: cpf, at: now)
            if let request { state.nonce = request.authorization.nonce }
            return request
        }
        guard let request else { throw ScriptedBankError.nothingToApprove }
        let token = try identityToken(
            of: "titular",
            nonce: request.authorization.nonce,
            at: issuedAt,
            [
                "s_hash": .string(LeftHalfHash.sha256(request.authorization.state)),
                "c_hash": .string(LeftHalfHash.sha256(request.code)), "acr": "urn:brasil:openbanking:loa2",
            ]
        )
        return RedirectionParameters(state: asked, outcome: .approved(code: request.code, idToken: token))
    }

    /// The holder refuses a consent in the bank's own app, or time ends it.
    public func reject(consent id: String, reason: String) {
        let now = now()
        state.withLock { $0.books.consents[id]?.reject(reason, at: now) }
    }

    /// A payment is made of the consent that the platform's books do not know: as after a restored backup.
    public func setConsumed(consent id: String) { set(.consumed, consent: id) }

    public func set(_ status: OFBConsentStatus, consent id: String) {
        state.withLock { $0.books.consents[id]?.status = status }
    }

    /// The bank lets a usable enrollment go on for so long from now.
    public func prolong(enrollment id: String, seconds: Int64) {
        let end = now().adding(seconds: seconds + deadlinesAheadSeconds())
        state.withLock { $0.books.enrollments[id]?.deadline = end }
    }

    /// The holder refuses in the bank's own app what still waits, or the bank forgets it altogether.
    public func reject(enrollment id: String) {
        let now = now()
        state.withLock {
            $0.books.enrollments[id]?.end(.rejected, .rejection(.manually), from: .holder, at: now)
        }
    }

    /// The holder or the bank cancels a scheduled payment by itself.
    public func cancel(payment id: String) { state.withLock { $0.books.payments[id]?.isCanceled = true } }

    public func forget(enrollment id: String) { state.withLock { $0.books.enrollments[id] = nil } }

    /// The holder or the bank ends a usable enrollment.
    public func revoke(_ id: String) {
        let now = now()
        state.withLock { $0.books.revoke(id, at: now) }
    }

    private func identityToken(
        of subject: String,
        nonce: String,
        at issuedAt: Timestamp,
        _ more: JSONValue = [:]
    ) throws -> String {
        let common: JSONValue = [
            "iss": .string(ScriptedBank.issuer), "aud": .string(ScriptedBank.clientID), "sub": .string(subject),
            "iat": JSONValue(issuedAt.seconds), "exp": JSONValue(issuedAt.seconds + 300), "nonce": .string(nonce),
        ]
        var claims = common.object ?? JSONObject()
        for (name, value) in more.object?.members ?? [] { claims[name] = value }
        return try identityKey.sign(JSONValue.object(claims).encoded(), type: "JWT")
    }

    public enum ScriptedBankError: Error { case nothingToApprove }

    /// What the directory publishes of this bank.
    public var directoryEntry: InstitutionDirectoryEntry {
        InstitutionDirectoryEntry(
            id: ScriptedBank.institution,
            ispb: BankBooks.ispb,
            displayName: "Banco do Roteiro",
            name: "Banco do Roteiro",
            legalEntityName: "Banco do Roteiro S.A.",
            institutionType: "individual",
            primaryColor: "#102030",
            website: "https://banco.example",
            sortPriority: 1
        )
    }

    // MARK: The port

    public func send(_ call: InstitutionCall, timeoutMilliseconds: Int) async -> InstitutionReply {
        let (fault, isSilent, onCall) = state.withLock { state in
            let earlier = state.counts[call.operation, default: 0]
            state.counts[call.operation] = earlier + 1
            state.calls.append(call)
            return (state.script(call, earlier), state.isSilent, state.onCall)
        }
        onCall?(call)
        if isSilent || fault == .callLost { return .unknown(.timedOut) }
        if case .refused(let status, let code) = fault {
            let error = OFBError(code: code, title: code, detail: code)
            return .refused(status: status, body: OFBErrors(errors: [error]).bytes, date: now())
        }
        if case .tooMany(let seconds) = fault { return .unknown(.overloaded, retryAfterSeconds: seconds) }
        if fault == .tokenRefused { return .tokenRefused }
        var reply = serve(call)
        if fault == .answeredTwice { reply = serve(call) }
        switch fault {
        case nil, .callLost, .answeredTwice, .refused, .tooMany, .tokenRefused: return reply
        case .answerLost: return .unknown(.timedOut)
        case .failedAfterwards: return .unknown(.serverError)
        case .garbage: return .answered(status: 200, body: Array("<html>".utf8), date: now())
        case .anotherAmount: return reply.withAnotherAmount
        case .shortList: return reply.withoutLastEntry
        case .altered(let alteration): return reply.altered(alteration)
        }
    }

    public func route(to institution: InstitutionID) async -> InstitutionRouting { state.withLock(\.routing) }

    public func verify(_ question: IdentityQuestion) async -> IdentityVerdict {
        guard state.withLock(\.hasKeys), let keys = try? JWKSet([identityKey.publicKey]) else { return .notNow }
        let check = IdentityTokenCheck(
            issuer: ScriptedBank.issuer,
            keys: keys,
            clientID: ScriptedBank.clientID,
            now: now().adding(seconds: -clockAheadSeconds)
        )
        return check.verdict(question)
    }

    private func serve(_ call: InstitutionCall) -> InstitutionReply {
        let now = now()
        let (reply, identified, nonce) = state.withLock { state in
            pass(&state, to: now)
            return (state.books.answer(call, at: now), state.identified, state.nonce)
        }
        guard call.operation == .exchangeCode, let identified, case .answered(let status, let body, let date) = reply,
            var tokens = try? TokenAnswer(bytes: body)
        else { return reply }
        let issuedAt = now.adding(seconds: -clockAheadSeconds)
        tokens.idToken = try? identityToken(of: identified, nonce: nonce, at: issuedAt)
        return .answered(status: status, body: tokens.bytes, date: date)
    }
}

extension InstitutionReply {
    /// The same list without the payment of the last day.
    fileprivate var withoutLastEntry: InstitutionReply {
        guard case .answered(let status, let body, let date) = self, var list = try? OFBPaymentList(bytes: body) else {
            return self
        }
        // The id begins with the platform's ISPB and the payment's day.
        let last = list.entries.map(\.endToEndID).max()
        list.entries.removeAll { $0.endToEndID == last }
        return .answered(status: status, body: list.bytes, date: date)
    }

    /// The same consent or payment, one centavo dearer.
    fileprivate var withAnotherAmount: InstitutionReply {
        guard case .answered(let status, let body, let date) = self else { return self }
        if var consent = try? OFBConsent(bytes: body), let amount = Money(centavos: consent.terms.amount.centavos + 1) {
            consent.terms.amount = amount
            return .answered(status: status, body: consent.bytes, date: date)
        }
        if var payment = try? OFBPayment(bytes: body), let amount = Money(centavos: payment.order.amount.centavos + 1) {
            payment.order.amount = amount
            return .answered(status: status, body: payment.bytes, date: date)
        }
        if var several = try? OFBPayments(bytes: body), let last = several.payments.indices.last,
            let amount = Money(centavos: several.payments[last].order.amount.centavos + 1)
        {
            several.payments[last].order.amount = amount
            return .answered(status: status, body: several.bytes, date: date)
        }
        return self
    }
}
