public import ChaveBase
public import ChavePixModel
import ChaveWire
public import PaymentsModel

extension Payments {
    /// `PATCH /payment-intents/{id}/`: changes the merchant's notes, in any state.
    ///
    /// The same request again changes nothing and makes no new version.
    public func updatePaymentIntent(
        _ id: PaymentIntentID,
        _ request: UpdatePaymentIntentRequest,
        by caller: Caller
    ) async throws(APIFailure) -> PaymentIntentResource {
        guard case .merchant = caller else { throw .permissionDenied }
        for _ in 0..<Payments.looks {
            let intent = try await storedIntent(id, for: caller)
            let metadata = Metadata(storedText: intent.details.metadata)
            let changed = metadata.changed(by: request.metadata)
            guard changed.names.count <= Metadata.most else { throw .tooManyNotes }
            guard changed != metadata else { return try await resource(of: intent, for: caller) }
            try await requireKnown(intent.customer, of: intent.organisation)
            var change = Change()
            let text = changed.isEmpty ? nil : changed.json.text
            let annotated = change.annotate(intent, with: text, at: world.now(), actor: caller.actor)
            do throws(CommitFailure) {
                try await write(change)
            } catch {
                if case .conflict = error { continue }
                throw failure(error)
            }
            return try await resource(of: annotated, for: caller)
        }
        throw .intentKeepsChanging
    }

    /// Requires a customer who is not erased: new notes about an erased person would remain for ever.
    private func requireKnown(_ id: CustomerID, of organisation: OrganisationID) async throws(APIFailure) {
        let found = try await read { () async throws(StorageFault) in
            try await self.store.customer(id, of: organisation)
        }
        guard found?.erasure == nil else {
            throw .conflict("The payer was anonymized. Nothing more is noted about the payment.")
        }
    }

    /// The current intent, when only the merchant's notes have changed since `old`; `nil` when other values changed.
    func annotated(_ old: PaymentIntent) async throws(RunFailure) -> PaymentIntent? {
        do throws(StorageFault) {
            guard let now = try await store.paymentIntent(old.id), now.isAnnotated(old) else { return nil }
            return now
        } catch {
            throw .storage(error)
        }
    }
}

extension APIFailure {
    fileprivate static let tooManyNotes = APIFailure.field(
        .tooLong,
        "metadata",
        "At most \(Metadata.most) names may stand in metadata. Remove some: send them with null."
    )
}
