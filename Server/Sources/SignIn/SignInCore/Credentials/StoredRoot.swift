import ChaveBase
import ChaveCredentialChain
import ChaveWire
import Crypto

/// A tenant's root certificate with its key, sealed at rest like everything else.
///
/// Two stand side by side during a rollover: the newer one signs, both are trusted.
struct StoredRoot: SignInRecord, Redacted {
    static let kind = "root"

    var tenant: TenantID
    var id: String
    var certificate: [UInt8]
    /// The private key, 32 bytes.
    var key: [UInt8]
    var createdAt: Timestamp

    var recordID: String { id }
    var indexes: [RecordIndex] { [] }
    var expiresAt: Timestamp? { nil }

    /// - Throws: ``SignInFault/damaged(kind:)`` where key and certificate do not belong together.
    func root() throws(SignInFault) -> TenantRoot {
        do {
            let key = try P256.Signing.PrivateKey(rawRepresentation: key)
            return try TenantRoot(tenant: tenant.text, certificate: certificate, key: key)
        } catch {
            throw .damaged(kind: StoredRoot.kind)
        }
    }

    var content: JSONObject {
        var content = JSONObject()
        content.set("certificate", certificate)
        content.set("key", key)
        content.set("created_at", createdAt)
        return content
    }

    init(tenant: TenantID, id: String, certificate: [UInt8], key: [UInt8], createdAt: Timestamp) {
        self.tenant = tenant
        self.id = id
        self.certificate = certificate
        self.key = key
        self.createdAt = createdAt
    }

    init(tenant: TenantID, recordID: String, content: JSONObject) throws(SignInFault) {
        let reader = ContentReader(kind: StoredRoot.kind, content: content)
        self.tenant = tenant
        id = recordID
        certificate = try reader.bytes("certificate")
        key = try reader.bytes("key")
        createdAt = try reader.time("created_at")
    }
}
