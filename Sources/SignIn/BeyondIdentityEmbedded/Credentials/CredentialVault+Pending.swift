import ChaveDeviceKeys
import ChaveWire

extension CredentialVault {
    private static func pendingName(_ way: PendingKey.Way) -> String { "sign-in/pending/\(way.rawValue)" }

    /// What waits for the server's answer; a damaged record is none.
    func pending(_ way: PendingKey.Way) -> PendingKey.Record? {
        let bytes = (try? store.secret(CredentialVault.pendingName(way))) ?? nil
        return bytes.flatMap(PendingKey.Record.init)
    }

    func keep(pending: PendingKey) throws(SignInError) {
        try set(CredentialVault.pendingName(pending.way), pending.content.encoded())
    }

    func removePending(_ way: PendingKey.Way) throws(SignInError) { try remove(CredentialVault.pendingName(way)) }
}
