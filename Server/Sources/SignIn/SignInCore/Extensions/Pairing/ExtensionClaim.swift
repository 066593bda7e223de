public import ChaveBase
import ChaveWire
import Hashing

/// A second device's request to be let in.
public struct ExtensionClaim: Hashable, Sendable, Redacted {
    public var tenant: TenantID
    /// Nine digits, without spaces or hyphens.
    public var code: String
    /// PKCS#10, DER: the new key, with a proof that it is held.
    public var certificateRequest: [UInt8]
    public var deviceName: String
    public var address: IPAddress
    public var proofOfWork: String?

    public init(
        tenant: TenantID,
        code: String,
        certificateRequest: [UInt8],
        deviceName: String,
        address: IPAddress,
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
public struct BegunClaim: Hashable, Sendable, Redacted {
    public var id: String
    public var token: String
    /// To show, so that the person picks the same at the first device.
    public var number: MatchNumber
    public var expiresInSeconds: Int64
    public var tenant: Tenant
}

/// A claim that a right code opened.
///
/// It never changes but for its token, which is another one where the answer was lost: what became of it stands in the
/// session alone, so that one write ends both sides.
struct ExtensionClaimRecord: SignInRecord, Hashable {
    static let kind = "extension_claim"

    var tenant: TenantID
    /// The pairing's id too.
    var id: String
    var session: String
    var token: Digest
    /// Of the key and the code that it was opened with: the same again is the same claim.
    var opener: Digest
    var number: MatchNumber
    /// Until when the person may answer.
    var deadline: Timestamp
    var keptUntil: Timestamp

    var recordID: String { id }
    var expiresAt: Timestamp? { keptUntil }
    var indexes: [RecordIndex] {
        [ExtensionClaimRecord.index(token: token), ExtensionClaimRecord.index(opener: opener)]
    }

    /// A code may come again in another session, and a key may come with another code.
    static func index(opener: Digest) -> RecordIndex { RecordIndex("opener", opener.text) }

    static func opener(key: Digest, code: Digest) -> Digest {
        Digest(of: key.bytes + code.bytes)
    }

    static func index(token: Digest) -> RecordIndex {
        RecordIndex("token", token.text, isUnique: true, isGlobal: true)
    }

    var content: JSONObject {
        var content = JSONObject()
        content.set("session", session)
        content.set("token", token)
        content.set("opener", opener)
        content.set("number", number.text)
        content.set("deadline", deadline)
        content.set("kept_until", keptUntil)
        return content
    }
}

extension ExtensionClaimRecord {
    init(tenant: TenantID, recordID: String, content: JSONObject) throws(SignInFault) {
        let reader = ContentReader(kind: ExtensionClaimRecord.kind, content: content)
        guard let number = MatchNumber(text: try reader.text("number")) else {
            throw .damaged(kind: ExtensionClaimRecord.kind)
        }
        self.init(
            tenant: tenant,
            id: recordID,
            session: try reader.text("session"),
            token: try reader.digest("token"),
            opener: try reader.digest("opener"),
            number: number,
            deadline: try reader.time("deadline"),
            keptUntil: try reader.time("kept_until")
        )
    }
}
