import ChavePixModel
import ChaveWire

/// A second device's request to be let in.
public struct ExtensionClaim: Hashable, Sendable {
    public var tenant: TenantID
    /// Nine digits, without spaces or hyphens.
    public var code: String
    /// PKCS#10, DER: the new key, with a proof that it is held.
    public var certificateRequest: [UInt8]
    public var deviceName: String
    public var address: SourceAddress
    public var proofOfWork: String?

    public init(
        tenant: TenantID,
        code: String,
        certificateRequest: [UInt8],
        deviceName: String,
        address: SourceAddress,
        proofOfWork: String? = nil
    ) {
        self.tenant = tenant
        self.code = code
        self.certificateRequest = certificateRequest
        self.deviceName = deviceName
        self.address = address
        self.proofOfWork = proofOfWork
    }
}

/// What only the second device gets, once.
public struct BegunClaim: Hashable, Sendable {
    public var id: String
    public var token: String
    /// To show, so that the person picks the same at the first device.
    public var number: MatchNumber
    public var expiresInSeconds: Int64
    public var tenant: Tenant
}

/// A claim that a right code opened.
///
/// It never changes: what became of it stands in the session alone, so that one write ends both sides.
struct ExtensionClaimRecord: SignInRecord, Hashable {
    static let kind = "extension_claim"

    var tenant: TenantID
    /// The pairing's id too.
    var id: String
    var session: String
    var token: SignInDigest
    var keptUntil: Timestamp

    var recordID: String { id }
    var expiresAt: Timestamp? { keptUntil }
    var indexes: [RecordIndex] { [ExtensionClaimRecord.index(token: token)] }

    static func index(token: SignInDigest) -> RecordIndex {
        RecordIndex("token", token.text, isUnique: true, isGlobal: true)
    }

    var content: JSONObject {
        var content = JSONObject()
        content.set("session", session)
        content.set("token", token)
        content.set("kept_until", keptUntil)
        return content
    }
}

extension ExtensionClaimRecord {
    init(tenant: TenantID, recordID: String, content: JSONObject) throws(SignInFault) {
        let reader = ContentReader(kind: ExtensionClaimRecord.kind, content: content)
        self.init(
            tenant: tenant,
            id: recordID,
            session: try reader.text("session"),
            token: try reader.digest("token"),
            keptUntil: try reader.time("kept_until")
        )
    }
}
