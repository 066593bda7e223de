import ChaveBase
import ChavePixModel
import InstitutionPort

/// What the scripted bank holds true.
struct BankBooks: Sendable {
    static let ispb = "12345678"
    static let idempotencySeconds: Int64 = 24 * 60 * 60

    struct Enrollment: Sendable {
        var status: OFBEnrollmentStatus
        var statusAt: Timestamp
        var creation: Timestamp
        var cpf: String
        var deadline: Timestamp?
        var cancellation: OFBCancellation?
        var challenge: [UInt8]?
        var credential: BankCredential?
        var authorization: PushedAuthorization?
        var refreshToken: String?
    }

    struct Consent: Sendable {
        var status: OFBConsentStatus
        var statusAt: Timestamp
        var creation: Timestamp
        var expiration: Timestamp
        var authorisedUntil: Timestamp?
        var message: OFBConsentCreation
        var enrollment: String?
        var challenge: [UInt8]?
        var rejectionReason: String?
    }

    struct Payment: Sendable {
        var message: OFBPaymentCreation
        var creation: Timestamp
        var settlement: ScriptedSettlement
        /// When it settles by its schedule; `nil`: at once.
        var day: Timestamp?
        var isSettled = false
        var isCanceled = false

        /// From when its settlement counts.
        var begins: Timestamp { day ?? creation }
    }

    struct Outcome: Sendable {
        var fingerprint: [UInt8]
        var reply: InstitutionReply
        var at: Timestamp
    }

    struct Refusal: Error {
        var code: String
        var status = 422
    }

    var enrollments: [String: Enrollment] = [:]
    var consents: [String: Consent] = [:]
    var payments: [String: Payment] = [:]
    var movements: [ScriptedMovement] = []
    var codes: [String: String] = [:]
    var accessTokens: [String: (enrollment: String, until: Timestamp)] = [:]
    var outcomes: [String: Outcome] = [:]
    var settlement = ScriptedSettlement.after(seconds: 1)
    /// How far the clock is ahead that limits are written by and compared with; money moves by the real one.
    var deadlinesAheadSeconds: Int64 = 0
    /// How long a consent waits for its approval.
    var consentSeconds: Int64 = 5 * 60
    /// How long an address for the holder is open.
    var redirectSeconds = 600
    /// Whether it tells which payments a consent has.
    var listsPayments = true
    /// How long an enrollment is usable; `nil`: without end.
    var validSeconds: Int64?
    let randomBytes: @Sendable (Int) -> [UInt8]

    init(randomBytes: @escaping @Sendable (Int) -> [UInt8]) { self.randomBytes = randomBytes }

    func newID(_ prefix: String) -> String { prefix + Base64URL.encode(randomBytes(12)) }

    /// When something ends that waits for so long from `now`.
    func limit(_ seconds: Int64, from now: Timestamp) -> Timestamp {
        now.adding(seconds: seconds + deadlinesAheadSeconds)
    }

    /// What time does by itself: limits run out, money moves.
    mutating func pass(to now: Timestamp) {
        let deadlineNow = now.adding(seconds: deadlinesAheadSeconds)
        for (id, enrollment) in enrollments {
            guard let deadline = enrollment.deadline, deadlineNow >= deadline else { continue }
            let time = min(deadline, now)
            if enrollment.status == .authorised {
                enrollments[id]?.end(.revoked, .revocation(.validityExpired), from: .holder, at: time)
            } else {
                enrollments[id]?.end(.rejected, .rejection(enrollment.timeoutReason), from: .holder, at: time)
            }
        }
        for (id, consent) in consents {
            if consent.status == .awaitingAuthorisation, deadlineNow >= consent.expiration {
                consents[id]?.reject("TEMPO_EXPIRADO_AUTORIZACAO", at: min(consent.expiration, now))
            } else if consent.status == .authorised, let until = consent.authorisedUntil, deadlineNow >= until {
                consents[id]?.reject("TEMPO_EXPIRADO_CONSUMO", at: min(until, now))
            }
        }
        for (id, payment) in payments.sorted(by: { $0.value.creation < $1.value.creation })
        where !payment.isSettled && !payment.isCanceled {
            guard case .after(let seconds) = payment.settlement else { continue }
            let due = payment.begins.adding(seconds: seconds)
            guard now >= due else { continue }
            payments[id]?.isSettled = true
            movements.append(
                ScriptedMovement(endToEndID: payment.message.endToEndID, amount: payment.message.order.amount, at: due)
            )
        }
    }

    /// A key's first outcome, or the work.
    mutating func answer(_ call: InstitutionCall, at now: Timestamp) -> InstitutionReply {
        guard call.operation.takesIdempotencyKey else { return reply(to: call, at: now) }
        guard let key = call.idempotencyKey, (1...40).contains(key.utf8.count) else {
            return refuse(Refusal(code: "PARAMETRO_NAO_INFORMADO", status: 400), at: now)
        }
        let place = "\(call.operation.rawValue) \(key)"
        let fingerprint = Array(call.subject.utf8) + [0] + call.body
        if let known = outcomes[place], now < known.at.adding(seconds: BankBooks.idempotencySeconds) {
            guard known.fingerprint == fingerprint else { return refuse(Refusal(code: "ERRO_IDEMPOTENCIA"), at: now) }
            return known.reply
        }
        let reply = reply(to: call, at: now)
        if reply == .tokenRefused { return reply }
        outcomes[place] = Outcome(fingerprint: fingerprint, reply: reply, at: now)
        return reply
    }

    private mutating func reply(to call: InstitutionCall, at now: Timestamp) -> InstitutionReply {
        do {
            return .answered(status: 200, body: try serve(call, at: now), date: now)
        } catch let refusal as Refusal {
            if refusal.status == 401 { return .tokenRefused }
            return refuse(refusal, at: now)
        } catch {
            return refuse(Refusal(code: "PARAMETRO_INVALIDO", status: 400), at: now)
        }
    }

    private func refuse(_ refusal: Refusal, at now: Timestamp) -> InstitutionReply {
        let error = OFBError(code: refusal.code, title: refusal.code, detail: refusal.code)
        return .refused(status: refusal.status, body: OFBErrors(errors: [error]).bytes, date: now)
    }

    private mutating func serve(_ call: InstitutionCall, at now: Timestamp) throws -> [UInt8] {
        switch call.operation {
        case .createEnrollment: try createEnrollment(call, at: now)
        case .readEnrollment: try enrollmentMessage(call.subject)
        case .endEnrollment: try endEnrollment(call, at: now)
        case .sendRiskSignals: try takeSignals(call, at: now)
        case .pushAuthorization: try pushAuthorization(call)
        case .exchangeCode: try exchangeCode(call, at: now)
        case .refreshToken: try refreshToken(call, at: now)
        case .registrationOptions: try registrationOptions(call, at: now)
        case .register: try register(call, at: now)
        case .createConsent: try createConsent(call, at: now)
        case .readConsent: try consentMessage(call.subject)
        case .signOptions: try signOptions(call)
        case .authoriseConsent: try authorise(call, at: now)
        case .createPayment: try createPayment(call, at: now)
        case .readPayment: try paymentMessage(call.subject, at: now)
        case .listPayments: try paymentList(call.subject, at: now)
        case .cancelPayment: try cancel([call.subject], at: now)
        case .cancelPayments: try cancel(payments(of: call.subject), at: now)
        }
    }
}
