public import ChaveBase
package import ChaveWire
import Hashing

/// A second device's request to be added.
public struct ExtensionClaim: Hashable, Sendable, Redacted {
    public var tenant: TenantID
    /// Nine digits, without spaces or hyphens.
    public var code: String
    /// PKCS#10 in DER: the new key, with a proof that the device holds it.
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

/// The answer that only the second device gets, once.
public struct BegunClaim: Hashable, Sendable, Redacted {
    public var id: String
    public var token: String
    /// The number to show, so that the person picks the same number at the first device.
    public var number: MatchNumber
    public var expiresInSeconds: Int64
    public var tenant: Tenant

    package init(id: String, token: String, number: MatchNumber, expiresInSeconds: Int64, tenant: Tenant) {
        self.id = id
        self.token = token
        self.number = number
        self.expiresInSeconds = expiresInSeconds
        self.tenant = tenant
    }
}

/// A claim that a right code opened.
///
/// Only the claim's token changes, when its answer was lost. The claim's result is in the session alone, so that one
/// write ends both sides.
package struct ExtensionClaimRecord: SignInRecord, Hashable {
    package static let kind = "extension_claim"

    package var tenant: TenantID
    /// The claim's id, which is also the pairing's id.
    package var id: String
    package var session: String
    package var token: Digest
    /// The digest of key and code: the same pair gives the same claim.
    package var opener: Digest
    package var number: MatchNumber
    /// The time until which the person may answer.
    package var deadline: Timestamp
    package var keptUntil: Timestamp

    package init(
        tenant: TenantID,
        id: String,
        session: String,
        token: Digest,
        opener: Digest,
        number: MatchNumber,
        deadline: Timestamp,
        keptUntil: Timestamp
    ) {
        self.tenant = tenant
        self.id = id
        self.session = session
        self.token = token
        self.opener = opener
        self.number = number
        self.deadline = deadline
        self.keptUntil = keptUntil
    }

    package var recordID: String { id }
    package var expiresAt: Timestamp? { keptUntil }
    package var indexes: [RecordIndex] {
        [ExtensionClaimRecord.index(token: token), ExtensionClaimRecord.index(opener: opener)]
    }

    /// The index is not unique: a code may come again in another session, and a key with another code.
    package static func index(opener: Digest) -> RecordIndex { RecordIndex("opener", opener.text) }

    package static func opener(key: Digest, code: Digest) -> Digest {
        Digest(of: key.bytes + code.bytes)
    }

    package static func index(token: Digest) -> RecordIndex {
        RecordIndex("token", token.text, isUnique: true, isGlobal: true)
    }

    package var content: JSONObject {
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
    package init(tenant: TenantID, recordID: String, content: JSONObject) throws(SignInFault) {
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
