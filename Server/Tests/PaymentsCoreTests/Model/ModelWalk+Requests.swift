import ChaveBase
import ChavePixModel
import ChaveWire
import PaymentsCore
import PaymentsModel

/// What a request does, what its client hears of it, and what the client keeps.
extension ModelWalk {
    mutating func perform(_ delayed: DelayedAction) async throws {
        let phone = phone(delayed.device)
        let payments = try simulation.payments
        // A token that ended on the way is renewed, as the SDK does.
        guard let caller = try await caller(delayed.device) else { return sendAgain(delayed) }
        switch await apiOutcome({ try await send(delayed.action, payments, caller, phone.device) }) {
        case .answered(let answer): note(answer, of: delayed)
        case .refused(let failure):
            // No outcome: the same bytes and key go again, later.
            let isOpen = failure.status >= 500 || failure.items.first?.code == .idempotencyInProgress
            if isOpen { sendAgain(delayed) }
        case .died: sendAgain(delayed)
        }
    }

    private func send(
        _ action: ModelAction,
        _ payments: Payments,
        _ caller: Caller,
        _ device: SimulatedDevice
    ) async throws -> APIAnswer {
        switch action {
        case .createEnrollment(let key):
            return try await payments.createEnrollment(
                try simulation.enrollmentRequest(device),
                by: caller,
                idempotency: device.key(key, "/enrollments/", body: "")
            )
        case .completeRedirection(let parameters):
            let request = CompleteRedirectionRequest(parameters: parameters)
            return try await payments.completeRedirection(request, by: caller, idempotency: nil)
        case .confirm(let id, let credential):
            let request = ConfirmEnrollmentRequest(confirmationData: credential)
            return try await payments.confirmEnrollment(id, request, by: caller, idempotency: nil)
        case .cancelEnrollment(let id, let key):
            let route = "/enrollments/\(id.text)/cancel/"
            return try await payments.cancelEnrollment(
                id,
                by: caller,
                idempotency: device.key(key, route, body: "{}")
            )
        case .createIntent(let request, let key):
            return try await payments.createPaymentIntent(
                request,
                by: caller,
                idempotency: device.key(key, "/payment-intents/", body: request.json.text)
            )
        case .authorize(let id, let assertion, let key):
            let request = AuthorizePaymentIntentRequest(
                platform: .ios,
                riskSignals: try device.signals(),
                assertion: assertion
            )
            return try await payments.authorizePaymentIntent(
                id,
                request,
                by: caller,
                idempotency: device.key(key, "/payment-intents/\(id.text)/authorize/", body: request.json.text)
            )
        case .cancelIntent(let id, let key):
            let route = "/payment-intents/\(id.text)/cancel/"
            return try await payments.cancelPaymentIntent(
                id,
                by: caller,
                idempotency: device.key(key, route, body: "{}")
            )
        }
    }

    private mutating func note(_ answer: APIAnswer, of delayed: DelayedAction) {
        switch delayed.action {
        case .createEnrollment(let key):
            invariants.heard(answer, under: "\(delayed.device) \(key)")
            guard let id: EnrollmentID = ModelWalk.id(answer) else { return }
            invariants.heard(of: .enrollment(id))
            keep(enrollment: id, of: delayed.device)
        case .createIntent(_, let key):
            invariants.heard(answer, under: "\(delayed.device) \(key)")
            guard let id: PaymentIntentID = ModelWalk.id(answer) else { return }
            invariants.heard(of: .paymentIntent(id))
            keep(intent: id, of: delayed.device)
        case .authorize(let id, _, _): invariants.heardAccepted(id)
        case .cancelEnrollment(_, let key), .cancelIntent(_, let key):
            invariants.heard(answer, under: "\(delayed.device) \(key)")
        case .completeRedirection, .confirm: break
        }
    }

    private static func id<Kind>(_ answer: APIAnswer) -> ResourceID<Kind>? {
        (try? JSONValue(parsing: answer.body))?["id"]?.string.flatMap(ResourceID<Kind>.init)
    }
}

/// What a client gets for one request.
enum APIOutcome {
    case answered(APIAnswer)
    case refused(APIFailure)
    case died
}

func apiOutcome(_ request: () async throws -> APIAnswer) async -> APIOutcome {
    do {
        return .answered(try await request())
    } catch let failure as APIFailure {
        return .refused(failure)
    } catch {
        return .died
    }
}
