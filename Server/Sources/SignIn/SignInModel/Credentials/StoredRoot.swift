package import ChaveBase
package import ChaveCredentialChain
package import ChaveWire
import Crypto

/// A tenant's root certificate with its key, sealed like every other record.
///
/// Two roots exist during a rollover: the newer one signs, and both are trusted.
package struct StoredRoot: SignInRecord, Redacted {
    package static let kind = "root"

    package var tenant: TenantID
    package var id: String
    package var certificate: [UInt8]
    /// The private key, 32 bytes.
    package var key: [UInt8]
    package var createdAt: Timestamp

    package var recordID: String { id }
    package var indexes: [RecordIndex] { [] }
    package var expiresAt: Timestamp? { nil }

    /// - Throws: ``SignInFault/damaged(kind:)`` where key and certificate do not match.
    package func root() throws(SignInFault) -> TenantRoot {
        do {
            let key = try P256.Signing.PrivateKey(rawRepresentation: key)
            return try TenantRoot(tenant: tenant.text, certificate: certificate, key: key)
        } catch {
            throw .damaged(kind: StoredRoot.kind)
        }
    }

    package var content: JSONObject {
        var content = JSONObject()
        content.set("certificate", certificate)
        content.set("key", key)
        content.set("created_at", createdAt)
        return content
    }

    package init(tenant: TenantID, id: String, certificate: [UInt8], key: [UInt8], createdAt: Timestamp) {
        self.tenant = tenant
        self.id = id
        self.certificate = certificate
        self.key = key
        self.createdAt = createdAt
    }

    package init(tenant: TenantID, recordID: String, content: JSONObject) throws(SignInFault) {
        let reader = ContentReader(kind: StoredRoot.kind, content: content)
        self.tenant = tenant
        id = recordID
        certificate = try reader.bytes("certificate")
        key = try reader.bytes("key")
        createdAt = try reader.time("created_at")
    }
}
