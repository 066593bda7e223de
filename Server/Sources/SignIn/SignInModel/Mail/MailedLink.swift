public import ChaveBase
public import ChaveWire

/// The last link that a user was mailed, stored without its token.
///
/// A user has at most one such record: a newer link replaces an older one.
public struct MailedLink: SignInRecord, Hashable {
    public static let kind = "mailed_link"

    public enum Purpose: String, Hashable, Sendable, CaseIterable {
        case registration
        /// A recovery, which ends the user's other credentials when the link is spent.
        case recovery
    }

    /// Whether the link can still be spent.
    public enum Standing: Hashable, Sendable {
        case good
        /// A device has a credential by this link; the same device gets the same answer again.
        case spent
        /// The link is too old, was replaced by a newer one, or never existed.
        case over
    }

    /// The key and the credential for which the link was spent.
    public struct Spending: Hashable, Sendable {
        public var key: Digest
        public var credential: String

        package init(key: Digest, credential: String) {
            self.key = key
            self.credential = credential
        }
    }

    public var tenant: TenantID
    public var user: String
    public var purpose: Purpose
    public var digest: Digest
    /// The end, by the clock of deadlines.
    public var endsAt: Timestamp
    /// This value stays until the link's end, so that a device that lost the answer gets it again.
    public var spent: Spending?

    package init(tenant: TenantID, user: String, purpose: Purpose, digest: Digest, endsAt: Timestamp) {
        self.tenant = tenant
        self.user = user
        self.purpose = purpose
        self.digest = digest
        self.endsAt = endsAt
    }

    public var recordID: String { user }
    public var expiresAt: Timestamp? { endsAt }

    /// The index without tenant: a device has only the token.
    public var indexes: [RecordIndex] { [MailedLink.index(digest)] }

    package static func index(_ digest: Digest) -> RecordIndex {
        RecordIndex("digest", digest.text, isUnique: true, isGlobal: true)
    }

    public var content: JSONObject {
        var content = JSONObject()
        content.set("purpose", purpose.rawValue)
        content.set("digest", digest)
        content.set("ends_at", endsAt)
        content.set("spent_key", spent?.key)
        content.set("spent_credential", spent?.credential)
        return content
    }

    public init(tenant: TenantID, recordID: String, content: JSONObject) throws(SignInFault) {
        let reader = ContentReader(kind: MailedLink.kind, content: content)
        self.tenant = tenant
        user = recordID
        purpose = try reader.choice("purpose", as: Purpose.self)
        digest = try reader.digest("digest")
        endsAt = try reader.time("ends_at")
        if let credential = try reader.optionalText("spent_credential") {
            spent = Spending(key: try reader.digest("spent_key"), credential: credential)
        }
    }
}
