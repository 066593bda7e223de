import Crypto

extension SignInEngine {
    /// The key that was sent earlier for the same purpose, otherwise a new key that replaces any pending one.
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

    /// Restores the stored key; `nil` when the key store no longer has it.
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

    /// Deletes the pending key and its record, when the key has no use any more.
    func forgetPending(_ way: PendingKey.Way) throws(SignInError) {
        if let handle = vault.pending(way)?.handle { try deleteKey(handle) }
        try vault.removePending(way)
    }
}
