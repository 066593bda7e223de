public import ChaveBase
package import ChaveWire

/// A person's new address, until the person has proven to read its mail.
///
/// A user has at most one such record: a newer address replaces an older one. The proof removes the record.
package struct MailChange: SignInRecord, Hashable, Redacted {
    package static let kind = "mail_change"

    package var tenant: TenantID
    package var user: String
    package var address: String
    /// The digest of the mailed token, which is not stored.
    package var digest: Digest
    /// The end, by the clock of deadlines.
    package var endsAt: Timestamp

    package init(tenant: TenantID, user: String, address: String, digest: Digest, endsAt: Timestamp) {
        self.tenant = tenant
        self.user = user
        self.address = address
        self.digest = digest
        self.endsAt = endsAt
    }

    package var recordID: String { user }
    package var expiresAt: Timestamp? { endsAt }
    package var indexes: [RecordIndex] { [MailChange.index(digest)] }

    package static func index(_ digest: Digest) -> RecordIndex { RecordIndex("digest", digest.text, isUnique: true) }

    package var content: JSONObject {
        var content = JSONObject()
        content.set("address", address)
        content.set("digest", digest)
        content.set("ends_at", endsAt)
        return content
    }
}

extension MailChange {
    package init(tenant: TenantID, recordID: String, content: JSONObject) throws(SignInFault) {
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

/// The content of a mailed link's page, for every caller that has the link.
public struct OfferedMailChange: Hashable, Sendable, Redacted {
    public var tenantName: String
    public var displayName: String
    public var address: String

    package init(tenantName: String, displayName: String, address: String) {
        self.tenantName = tenantName
        self.displayName = displayName
        self.address = address
    }
}
