import ChaveBase

/// An attempt with a key, on the caller's own card: what all that it stores has in common.
struct KeyedAttempt {
    let attempt: Attempt
    let key: IdempotencyKey
    let session: HolderSession
    let request: CheckedRequest

    /// The key's place, for the answer of `activation`.
    func claim(_ activation: String, at now: Timestamp, _ policy: ActivationPolicy) -> ActivationChange.Write {
        .claim(
            IdempotencyClaim(
                scope: key.scope(of: session),
                fingerprint: key.fingerprint,
                activation: activation,
                createdAt: now,
                expiresAt: now.adding(seconds: policy.keySeconds)
            )
        )
    }
}
