public import ChaveBase
public import ChaveWire

/// The one link that a user was mailed last, as it is kept: without its token.
///
/// There is one of a user, so a newer link overtakes an older one by taking its place.
public struct MailedLink: SignInRecord, Hashable {
    public static let kind = "mailed_link"

    public enum Purpose: String, Hashable, Sendable, CaseIterable {
        case registration
        /// Ends the user's other credentials when it is spent.
        case recovery
    }

    /// Whether it can still be spent.
    public enum Standing: Hashable, Sendable {
        case good
        /// A device has a credential by it; the same device has the same answer again.
        case spent
        /// There is none such: too old, overtaken by a newer one, or never made.
        case over
    }

    /// What it was spent for.
    public struct Spending: Hashable, Sendable {
        public var key: Digest
        public var credential: String
    }

    public var tenant: TenantID
    public var user: String
    public var purpose: Purpose
    public var digest: Digest
    /// By the clock of deadlines.
    public var endsAt: Timestamp
    /// Stays until the link's end, so that a device that lost the answer gets it again.
    public var spent: Spending?

    init(tenant: TenantID, user: String, purpose: Purpose, digest: Digest, endsAt: Timestamp) {
        self.tenant = tenant
        self.user = user
        self.purpose = purpose
        self.digest = digest
        self.endsAt = endsAt
    }

    public var recordID: String { user }
    public var expiresAt: Timestamp? { endsAt }

    /// Found without its tenant: the token is all that a device has.
    public var indexes: [RecordIndex] { [MailedLink.index(digest)] }

    static func index(_ digest: Digest) -> RecordIndex {
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
