import ChavePixModel

extension Change {
    /// The objects that have a new version with this, which somebody may wait for.
    package var movedObjects: [ObjectReference] { writes.compactMap(\.movedObject) }
}

extension Change.Write {
    /// The object that has a new version with this; `nil` for what nobody waits for: a schedule that moves, and a step
    /// between two calls to the bank, with which no status changes.
    fileprivate var movedObject: ObjectReference? {
        if case .enrollment(let enrollment, let expected, _) = self, enrollment.version != expected {
            return .enrollment(enrollment.id)
        }
        if case .paymentIntent(let intent, let expected, _) = self, intent.version != expected {
            return intent.isBetweenCalls ? nil : .paymentIntent(intent.id)
        }
        if case .annotatePaymentIntent(let intent, _) = self { return .paymentIntent(intent.id) }
        if case .eraseEnrollment(let enrollment, _) = self { return .enrollment(enrollment.id) }
        if case .erasePaymentIntent(let intent, _) = self { return .paymentIntent(intent.id) }
        return nil
    }
}

extension PaymentIntent {
    /// Whether this version differs from the one before in what only the platform sees, or in the consent's id alone, which
    /// whoever waits for the challenge hears with it.
    fileprivate var isBetweenCalls: Bool {
        switch state {
        case .consented, .paying: true
        case .created, .awaitingApproval, .lapsing, .authorising, .settling, .succeeded, .ended: false
        }
    }
}
