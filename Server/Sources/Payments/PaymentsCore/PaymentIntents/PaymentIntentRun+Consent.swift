import ChaveBase
import ChavePixModel
import ChaveWire
import InstitutionPort
import PaymentsModel

/// The steps before the payer's approval: the bank's consent and a challenge for it.
extension PaymentIntentRun {
    func createConsent(_ intent: PaymentIntent) async throws(RunFailure) -> PaymentIntent? {
        let order = try payments.order(of: intent, with: try await key(of: intent))
        let answer = await payments.bank.call(
            call(intent, .createConsent, .consent, body: order.bytes),
            answer: OFBConsent.self
        )
        switch answer {
        case .answered(let consent, let clock):
            guard consent.terms.agree(with: order.terms), consent.cpf.utf8.elementsEqual(order.cpf.utf8),
                order.debtorAccount == nil || consent.debtorAccount == order.debtorAccount
            else {
                contradiction(in: "consent", of: intent)
                return try await commit(.refused(PaymentIntentEnd(.failed, .consentRejected)), on: intent)
            }
            let record = PaymentIntent.ConsentRecord(
                id: consent.consentID,
                createdAt: payments.world.onDeadlineClock(clock.ours(consent.creation)),
                expiresAt: clock.ours(consent.expiration)
            )
            let deadline = PaymentIntentRules.approvalBy(record)
            return try await goOn(from: intent, consent: record, until: deadline)
        case .refused(let code):
            return try await commit(.refused(PaymentIntentEnd(.failed, .init(consentRefusal: code))), on: intent)
        case .unknown: return try await tryAgain(intent)
        }
    }

    /// Requests a challenge for the new consent; the consent is stored together with the response.
    private func goOn(
        from intent: PaymentIntent,
        consent record: PaymentIntent.ConsentRecord,
        until deadline: Timestamp
    ) async throws(RunFailure) -> PaymentIntent? {
        let event = PaymentIntentEvent.consentCreated(deadline: deadline)
        let move = PaymentIntentMove(event: event, moment: payments.world.moment()) { $0.consent = record }
        guard move.moment.deadlineNow < deadline else {
            return try await commit(event, on: intent) { $0.consent = record }
        }
        var unstored = Change()
        let consented: PaymentIntent
        do throws(UnexpectedPaymentIntentEvent) {
            consented = try unstored.apply(
                event,
                to: intent,
                at: move.moment,
                actor: "platform",
                world: payments.world,
                also: move.also
            )
        } catch {
            throw .stuck(.unexpectedEvent(event.name))
        }
        return try await fetchChallenge(consented, of: intent, after: [move])
    }

    /// Requests a challenge; `stored` is the intent in the store, `earlier` its moves that are not stored yet.
    func fetchChallenge(
        _ intent: PaymentIntent,
        of stored: PaymentIntent,
        after earlier: [PaymentIntentMove] = []
    ) async throws(RunFailure) -> PaymentIntent? {
        let enrollment =
            if let known = first?.enrollment { known } else { try await payments.enrollment(of: intent) }
        guard let consent = intent.consent,
            let bankEnrollment = enrollment.bank?.enrollmentID, case .consented(let deadline) = intent.state
        else { throw .stuck(.unexpectedEvent("challenge")) }
        let rp = payments.policy.relyingPartyID
        let body = OFBFidoOptionsRequest(rp: rp, platform: enrollment.platform, consentID: consent.id)
        var request = call(intent, .signOptions, .challenge, body: body.json.encoded())
        request.subject = bankEnrollment
        switch await payments.bank.call(request, answer: OFBSignOptions.self) {
        case .answered(let options, _):
            guard options.rpID.map({ $0.utf8.elementsEqual(rp.utf8) }) ?? true, options.challenge.count >= 16 else {
                let end = PaymentIntentEnd(.failed, .consentRejected)
                return try await commit(.refused(end), on: stored, after: earlier)
            }
            let challenge = PaymentIntentState.Challenge(
                challenge: Octets(options.challenge),
                relyingPartyID: rp,
                allowedCredentials: options.allowCredentials.map { Octets($0) },
                userVerification: options.userVerification
            )
            return try await commit(.challenge(challenge, deadline: deadline), on: stored, after: earlier)
        case .refused(let code):
            // Another writer may have changed the enrollment after this run read it.
            if code == "STATUS_VINCULO_INVALIDO", let enrollment = try? await payments.enrollment(of: intent) {
                await payments.checkSoon(enrollment)
            }
            let end = PaymentIntentEnd(.failed, .init(consentRefusal: code))
            return try await commit(.refused(end), on: stored, after: earlier)
        case .unknown:
            guard let last = earlier.last else { return try await tryAgain(intent) }
            // The run pauses: the earlier moves are stored, with the next try.
            return try await commit(last.event, on: stored, after: Array(earlier.dropLast())) { intent in
                last.also(&intent)
                intent.retry = intent.retry.again(after: payments.world.deadlineNow())
            }
        }
    }
}
