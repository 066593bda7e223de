public import ChavePixModel
import ChaveWire
public import PaymentsModel

extension Payments {
    /// `POST /payment-intents/{id}/cancel/`: cancels an intent before it is authorised, or what is left of a schedule.
    public func cancelPaymentIntent(
        _ id: PaymentIntentID,
        by caller: Caller,
        idempotency: IdempotentRequest? = nil
    ) async throws(APIFailure) -> APIAnswer {
        for _ in 0..<Payments.looks {
            let intent = try await storedIntent(id, for: caller)
            switch try await begin(idempotency, of: caller.organisation) {
            case .done(let answer): return answer
            case .resumed(_, let hold):
                return try await finish(hold, of: caller.organisation) { () async throws(APIFailure) in
                    let intent = try await self.storedIntent(id, for: caller)
                    let isScheduled = intent.schedule.map { $0.cancellations > 0 } ?? false
                    return try await self.answer(
                        canceled: isScheduled ? self.cancelled(nil, of: id) : intent,
                        for: caller
                    )
                }
            case .new(let record):
                if intent.end?.outcome == .canceled {
                    let answer = try await answer(canceled: intent, for: caller)
                    try await keep(unchanged: answer, under: record, of: .paymentIntent(id), by: caller)
                    return answer
                }
                if case .scheduled = intent.state {
                    guard try await ask(toCancel: nil, of: intent, actor: caller.actor, record) else { continue }
                    return try await finish(record?.hold, of: caller.organisation) { () async throws(APIFailure) in
                        try await self.answer(canceled: try await self.cancelled(nil, of: id), for: caller)
                    }
                }
                guard intent.canBeGivenUp else { throw .conflict(refusal(toCancel: intent)) }
                var change = Change()
                change.idempotency = claim(record, object: .paymentIntent(id))
                guard let canceled = try await cancel(intent, actor: caller.actor, change) else { continue }
                return try await finish(record?.hold, of: caller.organisation) { () async throws(APIFailure) in
                    try await self.answer(canceled: canceled, for: caller)
                }
            }
        }
        throw .intentKeepsChanging
    }

    /// - Returns: `nil` when another writer changed the intent: read again.
    func cancel(
        _ intent: PaymentIntent,
        actor: String,
        _ change: Change = Change()
    ) async throws(APIFailure) -> PaymentIntent? {
        do throws(RunFailure) {
            return try await commit(.cancel, on: intent, actor: actor, change: change)
        } catch {
            if case .conflict = error { return nil }
            throw failure(error)
        }
    }

    func refusal(toCancel intent: PaymentIntent) -> String {
        intent.status == .pending
            ? "The time to approve is over and the bank says how the payment intent ends. Read it for its end."
            : "The payment intent is \(intent.status.rawValue) and cannot be cancelled any more."
    }

    private func answer(canceled intent: PaymentIntent, for caller: Caller) async throws(APIFailure) -> APIAnswer {
        APIAnswer(
            status: 200,
            body: try await resource(of: intent, for: caller).json.encoded(),
            customer: intent.customer
        )
    }
}

extension APIFailure {
    static let intentKeepsChanging = APIFailure.conflict(
        "The payment intent keeps changing. Read it and decide again."
    )
}
