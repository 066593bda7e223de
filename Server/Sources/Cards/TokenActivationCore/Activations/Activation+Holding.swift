import ChaveBase
import Hashing

extension Activation {
    /// Whether a caller holds the lease of this activation.
    ///
    /// A lease longer than any caller may hold does not count: the clock was set back after it was written.
    func isHeld(at now: Timestamp, _ policy: ActivationPolicy) -> Bool {
        guard let heldUntil else { return false }
        return now < heldUntil && heldUntil <= now.adding(seconds: policy.leaseSeconds).adding(seconds: 60)
    }

    /// The times from which its events are too late, by `policy`.
    func deadlines(_ policy: ActivationPolicy) -> ActivationDeadlines {
        let stepUpEndsAt = stepUpOpenedAt.map { $0.adding(seconds: policy.stepUpSeconds) }
        return ActivationDeadlines(
            stepUpEndsAt: stepUpEndsAt,
            ordersLandUntil: stepUpEndsAt.map { $0.adding(seconds: policy.orderSeconds) },
            settlesUntil: (stepUpOpenedAt ?? createdAt).adding(seconds: policy.settleSeconds)
        )
    }

    /// The digest of all stored values, for the audit.
    var contentDigest: Digest {
        let shown = particulars
        let texts: [String?] = [
            id, "\(version)", holder.tenant, holder.user, client, card, token.network.rawValue, token.id,
            shown.cardName, shown.lastFour, shown.requestorID, shown.walletName, shown.deviceID,
            shown.deviceIndex.map { "\($0)" }, shown.deviceName, state.name.rawValue, state.detail,
            tokenState?.rawValue, stepUpOpenedAt.map { "\($0.microseconds)" }, "\(createdAt.microseconds)",
            "\(updatedAt.microseconds)", heldUntil.map { "\($0.microseconds)" },
            wakeAt.map { "\($0.microseconds)" },
        ]
        return Digest(ofParts: texts.map { text in text.map { [1] + Array($0.utf8) } ?? [] })
    }
}
