public import ChavePixModel

extension Payments {
    /// Gives up a payment intent of any organisation, as its merchant's own call would; for the operator alone.
    ///
    /// Only before it is approved and in time; what is cancelled already stays as it is.
    public func cancelAsOperator(_ id: PaymentIntentID) async throws(APIFailure) {
        for _ in 0..<Payments.looks {
            let found = try await read { () async throws(StorageFault) in try await self.store.paymentIntent(id) }
            guard let intent = found else { throw .notFound }
            if intent.end?.outcome == .canceled { return }
            guard intent.canBeGivenUp else { throw .conflict(refusal(toCancel: intent)) }
            if try await cancel(intent, actor: Payments.operatorActor) != nil { return }
        }
        throw .intentKeepsChanging
    }
}
