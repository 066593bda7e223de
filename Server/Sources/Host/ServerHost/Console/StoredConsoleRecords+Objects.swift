import ChaveBase
import ChavePixModel
import Console
import PaymentsModel
import PaymentsStores
import Webhooks

/// One object with its history.
extension StoredConsoleRecords {
    /// The limit of payments and deliveries beside an object.
    private static let shownBeside = 50
    /// A shorter part of a name would be in most names.
    private static let (shortestPart, mostFound) = (4, 10)

    func enrollment(_ id: EnrollmentID) async throws(ConsoleFailure) -> EnrollmentView? {
        let found = try await lookUp { () async throws(StorageFault) in
            try await self.store.dossier(of: id, limit: StoredConsoleRecords.shownBeside)
        }
        guard let dossier = found else { return nil }
        tellUnreadable(dossier.unreadable, of: "enrollment")
        let enrollment = dossier.owned.record
        return EnrollmentView(
            row: EnrollmentRow(dossier.owned),
            platform: enrollment.platform.rawValue,
            externalID: enrollment.externalID,
            bankID: enrollment.bank?.enrollmentID,
            message: enrollment.endMessage,
            deadline: enrollment.deadline,
            nextTry: enrollment.retry.nextAt,
            tries: enrollment.retry.attempts,
            timeline: dossier.steps.map(TimelineEntry.init),
            payments: dossier.payments.map(PaymentRow.init),
            deliveries: dossier.deliveries.map(DeliveryRow.init),
            canBeRevoked: enrollment.end == nil,
            takesUnboundCallbacks: dossier.owned.takesUnboundCallbacks,
            isCallbackUnbound: enrollment.isCallbackUnbound == true
        )
    }

    func payment(_ id: PaymentIntentID) async throws(ConsoleFailure) -> PaymentView? {
        let found = try await lookUp { () async throws(StorageFault) in
            try await self.store.dossier(of: id, limit: StoredConsoleRecords.shownBeside)
        }
        guard let dossier = found else { return nil }
        tellUnreadable(dossier.unreadable, of: "payment")
        let intent = dossier.owned.record
        return PaymentView(
            row: PaymentRow(dossier.owned),
            enrollment: intent.enrollment,
            endToEndID: intent.endToEndID.text,
            externalID: intent.details.externalID,
            consentID: intent.consent?.id,
            bankPaymentID: intent.bankPaymentID,
            message: intent.endMessage,
            deadline: intent.deadline,
            nextTry: intent.retry.nextAt,
            tries: intent.retry.attempts,
            timeline: dossier.steps.map(TimelineEntry.init),
            deliveries: dossier.deliveries.map(DeliveryRow.init),
            charges: (intent.schedule?.charges ?? []).map(PaymentView.Charge.init),
            canBeCanceled: intent.canBeCancelled(at: world.now())
        )
    }

    func delivery(_ id: WebhookDeliveryID) async throws(ConsoleFailure) -> DeliveryView? {
        guard let found = try await stored(id) else { return nil }
        let attempts = try await lookUp { () async throws(StorageFault) in
            try await self.store.readableAttempts(of: found.delivery)
        }
        tellUnreadable(attempts.unreadable, of: "attempts")
        return DeliveryView(
            row: DeliveryRow(found),
            attempts: attempts.records.map(DeliveryView.Attempt.init),
            canBeResent: found.isEndpointEnabled
        )
    }

    func stored(_ id: WebhookDeliveryID) async throws(ConsoleFailure) -> ListedDelivery? {
        try await lookUp { () async throws(StorageFault) in try await self.store.deliveryOfAny(id) }
    }

    func objects(named name: TypedText) async throws(ConsoleFailure) -> [ConsoleObject] {
        let found = try await lookUp { () async throws(StorageFault) in
            try await self.store.objectsOfAll(named: name.text)
        }
        let objects =
            found.enrollments.map { ($0.text, ConsoleObject.enrollment($0)) }
            + found.paymentIntents.map { ($0.text, .payment($0)) }
            + found.deliveries.map { ($0.text, .delivery($0)) }
        guard objects.isEmpty, name.text.count >= StoredConsoleRecords.shortestPart else {
            return objects.sorted { $0.0 > $1.0 }.map(\.1)
        }
        let payments = try await lookUp { () async throws(StorageFault) in
            try await self.store.payments(namedIn: name.text, limit: StoredConsoleRecords.mostFound)
        }
        return payments.map(ConsoleObject.payment)
    }
}

extension PaymentView.Charge {
    fileprivate init(_ charge: ScheduledCharge) {
        self.init(
            id: charge.id,
            day: charge.day,
            status: charge.status.rawValue,
            reason: charge.failure?.code.rawValue,
            endToEndID: charge.endToEndID.text,
            bankPaymentID: charge.bankPaymentID
        )
    }
}
