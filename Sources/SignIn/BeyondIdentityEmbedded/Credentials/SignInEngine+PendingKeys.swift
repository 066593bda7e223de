import Crypto

extension SignInEngine {
    /// The key that was sent for the same thing before, else a new one in the place of whatever waited.
    func pendingKey(_ way: PendingKey.Way, for purpose: String) async throws(SignInError) -> PendingKey {
        if let record = vault.pending(way) {
            if record.purpose == purpose, let key = restored(record) {
                log(.info, "A registration that was begun earlier is taken up again.")
                return PendingKey(way: way, purpose: purpose, key: key, claim: record.claim)
            }
            try forgetPending(way)
        }
        let made = PendingKey(
            way: way,
            purpose: purpose,
            key: try await newKey(prompt: configuration.biometricAskPrompt)
        )
        do {
            try vault.keep(pending: made)
        } catch {
            try? deleteKey(made.key.handle)
            throw error
        }
        return made
    }

    /// `nil` where the key store no longer has it.
    private func restored(_ record: PendingKey.Record) -> NewKey? {
        guard let point = try? surroundings.keys.publicKey(record.handle),
            let key = try? P256.Signing.PublicKey(x963Representation: point)
        else { return nil }
        return NewKey(
            handle: record.handle,
            publicKey: key,
            request: record.request,
            deviceName: record.deviceName
        )
    }

    /// The key is of no use to anybody any more.
    func forgetPending(_ way: PendingKey.Way) throws(SignInError) {
        if let handle = vault.pending(way)?.handle { try deleteKey(handle) }
        try vault.removePending(way)
    }
}
