public import ChavePixModel
public import InstitutionPort
import PaymentsModel

/// A bank's notification only says that something changed; the platform reads the change.
///
/// A lost notification or a failed read only costs time: every waiting object has its own time limit.
extension Payments: InstitutionNotifications {
    public func notified(
        _ institution: InstitutionID,
        _ kind: InstitutionNotificationKind,
        id: String
    ) async {
        switch kind {
        case .enrollment:
            guard let enrollment = try? await store.enrollment(bankID: id, at: institution) else { return }
            await hear(of: enrollment)
        case .consent, .payment:
            guard let intent = try? await store.paymentIntent(bankID: id, at: institution) else { return }
            await hear(of: intent)
        }
    }

    private func hear(of enrollment: Enrollment) async {
        switch enrollment.state {
        case .authorised: await checkSoon(enrollment)
        case .awaitingHolder, .awaitingCredential:
            noticed.put(.enrollment(enrollment.id))
            start(.enrollment(enrollment.id))
        case .created, .knownToBank, .signalsSent, .returned, .exchanging, .exchanged, .holderChecked, .attested,
            .registering, .withdrawing, .ended:
            var sooner = enrollment
            sooner.retry.nextAt = nil
            if sooner != enrollment { try? await reschedule(sooner) }
            start(.enrollment(enrollment.id))
        }
    }

    private func hear(of intent: PaymentIntent) async {
        switch intent.state {
        case .awaitingApproval, .scheduled:
            noticed.put(.paymentIntent(intent.id))
            return start(.paymentIntent(intent.id))
        case .created, .consented, .lapsing, .authorising, .paying, .settling, .succeeded, .ended: break
        }
        var sooner = intent
        sooner.retry.nextAt = nil
        if sooner != intent { try? await reschedule(sooner) }
        start(.paymentIntent(intent.id))
    }
}
