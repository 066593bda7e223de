public import ChaveBase
public import ChaveWire

/// A credential on a device, as recorded; a chain counts only if all its certificates are recorded here.
public struct RecordedCredential: SignInRecord, Hashable {
    public static let kind = "credential"

    public enum Status: String, Hashable, Sendable, CaseIterable {
        case active = "ACTIVE"
        case revoked = "REVOKED"
    }

    public var tenant: TenantID
    /// A UUID in lower case.
    public var id: String
    public var user: String
    /// The credential that let this one in, also after renewals; `nil` where a mailed link did.
    public var parent: String?
    /// How many device certificates are above this one in ``chain``: 0 directly under the root, at most 4.
    public var depth: Int64
    public var deviceName: String
    /// The device's certificate, DER; a renewal replaces it.
    public var certificate: [UInt8]
    /// The certificates above it, as they were at its issue, the root last.
    public var issuers: [[UInt8]]
    /// The digests of replaced chains, which a device may still have; the last replaced chain first.
    public var formerChains: [Digest] = []
    /// The digest of the device's public key (SubjectPublicKeyInfo, DER), which renewals do not change.
    public var keyDigest: Digest
    public var status: Status
    public var createdAt: Timestamp
    public var revokedAt: Timestamp?

    public init(
        tenant: TenantID,
        id: String,
        user: String,
        parent: String?,
        depth: Int64,
        deviceName: String,
        certificate: [UInt8],
        issuers: [[UInt8]],
        keyDigest: Digest,
        createdAt: Timestamp
    ) {
        self.tenant = tenant
        self.id = id
        self.user = user
        self.parent = parent
        self.depth = depth
        self.deviceName = deviceName
        self.certificate = certificate
        self.issuers = issuers
        self.keyDigest = keyDigest
        status = .active
        self.createdAt = createdAt
    }

    public var recordID: String { id }
    public var expiresAt: Timestamp? { nil }

    public var indexes: [RecordIndex] {
        [RecordedCredential.index(user: user), RecordedCredential.index(key: keyDigest)]
            + (parent.map { [RecordedCredential.index(parent: $0)] } ?? [])
    }

    package static func index(user: String) -> RecordIndex { RecordIndex("user", user) }
    package static func index(parent: String) -> RecordIndex { RecordIndex("parent", parent) }
    /// The index by key: one key has one credential in a tenant, whatever happens to its users.
    package static func index(key: Digest) -> RecordIndex { RecordIndex("key", key.text, isUnique: true) }

    public var content: JSONObject {
        var content = JSONObject()
        content.set("user", user)
        content.set("parent", parent)
        content.set("depth", depth)
        content.set("device_name", deviceName)
        content.set("certificate", certificate)
        content.set("issuers", issuers.map { Base64URL.encode($0) })
        content.set("former_chains", formerChains.map(\.text))
        content.set("key_digest", keyDigest)
        content.set("status", status.rawValue)
        content.set("created_at", createdAt)
        content.set("revoked_at", revokedAt)
        return content
    }

    public init(tenant: TenantID, recordID: String, content: JSONObject) throws(SignInFault) {
        let reader = ContentReader(kind: RecordedCredential.kind, content: content)
        self.tenant = tenant
        id = recordID
        user = try reader.text("user")
        parent = try reader.optionalText("parent")
        depth = try reader.integer("depth")
        deviceName = try reader.text("device_name")
        certificate = try reader.bytes("certificate")
        issuers = try reader.byteStrings("issuers")
        formerChains = try reader.digests("former_chains")
        keyDigest = try reader.digest("key_digest")
        status = try reader.choice("status", as: Status.self)
        createdAt = try reader.time("created_at")
        revokedAt = try reader.optionalTime("revoked_at")
    }
}

/// The reason why a recorded credential is no longer good; raw values go over the wire as `credential_state`.
///
/// The order of the cases is their precedence.
public enum CredentialState: String, Hashable, Sendable, CaseIterable {
    case userDeleted = "user_deleted"
    case userSuspended = "user_suspended"
    case deviceDeleted = "device_deleted"

    /// The refusal for a caller that has proven the credential's key; no other caller may get it.
    public var refusal: OAuthError {
        var members = JSONObject()
        members.set("credential_state", rawValue)
        return OAuthError(.accessDenied, "The credential is good no more.", status: 403, members: members)
    }
}
