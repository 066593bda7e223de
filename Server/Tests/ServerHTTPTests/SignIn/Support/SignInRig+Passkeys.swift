import ChaveBase
import ChavePixModel
import ChaveWire
import SignInModel
import Testing

@testable import SignInCore

extension SignInRig {
    /// A passkey as a browser leaves it that the phone let in; its id.
    func plantPasskey(_ number: UInt8, of phone: PhoneInHand, usedAt: Timestamp? = nil) async throws -> String {
        let credentialID: [UInt8] = Array(repeating: number, count: 16)
        var content = JSONObject()
        content.set("user", phone.user)
        content.set("credential_id", credentialID)
        content.set("public_key", [1, 2, 3] as [UInt8])
        content.set("sign_count", 0 as Int64)
        content.set("backup_eligible", false)
        content.set("backup_state", false)
        content.set("browser", "Chrome")
        content.set("system", "Windows")
        content.set("created_by", phone.credential)
        content.set("created_at", clock.now)
        content.set("used_at", usedAt)
        let id = BrowserPasskey.id(credentialID)
        var change = RecordChange()
        change.insert(try BrowserPasskey(tenant: home, recordID: id, content: content))
        #expect(try await signIn.records.commit(change) == .committed)
        return id
    }
}
