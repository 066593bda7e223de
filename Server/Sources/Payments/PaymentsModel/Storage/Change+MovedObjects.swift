import ChavePixModel

extension Change {
    /// The objects that have a new version with this change, and that readers may wait for.
    package var movedObjects: [ObjectReference] { writes.compactMap(\.movedObject) }
}

extension Change.Write {
    /// The object that has a new version with this write; `nil` when no reader waits for the change.
    ///
    /// No reader waits for a moved schedule, or for a step between two bank calls that changes no status.
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
    /// Whether this version differs from the one before only in values that the platform sees, or in the consent's id.
    ///
    /// A reader that waits for the challenge receives the consent's id with it.
    fileprivate var isBetweenCalls: Bool {
        switch state {
        case .consented, .paying: true
        case .created, .awaitingApproval, .lapsing, .authorising, .settling, .scheduled, .succeeded, .ended: false
        }
    }
}
