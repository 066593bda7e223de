public import ChavePixModel
public import InstitutionPort

/// A bank says that something changed; what, the platform reads.
extension Payments: InstitutionNotifications {
    public func notified(
        _ institution: InstitutionID,
        _ kind: InstitutionNotificationKind,
        id: String
    ) async {
        switch kind {
        case .enrollment:
            guard let enrollment = try? await store.enrollment(bankID: id, at: institution) else { return }
            if case .authorised = enrollment.state {
                checkSoon(enrollment)
            } else {
                await wake(enrollment)
            }
        case .consent, .payment:
            guard let intent = try? await store.paymentIntent(bankID: id, at: institution) else { return }
            await wake(intent)
        }
    }

    /// The next try is now.
    private func wake(_ enrollment: Enrollment) async {
        guard enrollment.retry.nextAt != nil else { return start(.enrollment(enrollment.id)) }
        var sooner = enrollment
        sooner.retry.nextAt = nil
        try? await reschedule(sooner)
        start(.enrollment(enrollment.id))
    }

    private func wake(_ intent: PaymentIntent) async {
        guard intent.retry.nextAt != nil else { return start(.paymentIntent(intent.id)) }
        var sooner = intent
        sooner.retry.nextAt = nil
        try? await reschedule(sooner)
        start(.paymentIntent(intent.id))
    }
}
