public import ChaveBase
import ChaveWire

/// A new address of a person, until they have proven that they read its mail.
///
/// There is one of a user, so a newer one overtakes an older one by taking its place. It is gone once it was proven.
struct MailChange: SignInRecord, Hashable, Redacted {
    static let kind = "mail_change"

    var tenant: TenantID
    var user: String
    var address: String
    /// Of the mailed token, which is not kept.
    var digest: Digest
    /// By the clock of deadlines.
    var endsAt: Timestamp

    var recordID: String { user }
    var expiresAt: Timestamp? { endsAt }
    var indexes: [RecordIndex] { [MailChange.index(digest)] }

    static func index(_ digest: Digest) -> RecordIndex { RecordIndex("digest", digest.text, isUnique: true) }

    var content: JSONObject {
        var content = JSONObject()
        content.set("address", address)
        content.set("digest", digest)
        content.set("ends_at", endsAt)
        return content
    }
}

extension MailChange {
    init(tenant: TenantID, recordID: String, content: JSONObject) throws(SignInFault) {
        let reader = ContentReader(kind: MailChange.kind, content: content)
        self.init(
            tenant: tenant,
            user: recordID,
            address: try reader.text("address"),
            digest: try reader.digest("digest"),
            endsAt: try reader.time("ends_at")
        )
    }
}

/// What the page of a mailed link to a new address shows, to whoever has the link.
public struct OfferedMailChange: Hashable, Sendable, Redacted {
    public var tenantName: String
    public var displayName: String
    public var address: String
}
