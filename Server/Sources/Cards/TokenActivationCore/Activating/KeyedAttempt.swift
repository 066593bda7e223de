import ChaveBase

/// An attempt with an idempotency key on the caller's own card: the values that all its writes share.
struct KeyedAttempt {
    let attempt: Attempt
    let key: IdempotencyKey
    let session: HolderSession
    let request: CheckedRequest

    /// The write that binds the key to the answer of `activation`.
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
