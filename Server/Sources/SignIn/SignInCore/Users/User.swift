public import ChaveBase
public import ChaveWire

/// A person of a tenant.
public struct User: SignInRecord, Hashable, Redacted {
    public static let kind = "user"

    public enum Status: String, Hashable, Sendable, CaseIterable {
        case active = "ACTIVE"
        case suspended = "SUSPENDED"
        case deleted = "DELETED"
    }

    public var tenant: TenantID
    /// A UUID in lower case: `sub` in tokens, and part of each certificate's name constraint.
    public var id: String
    /// The tenant's own name for the person.
    public var externalID: String
    public var email: String
    /// Whether a link that was mailed to the address was used.
    public var hasProvenMail = false
    public var userName: String
    public var displayName: String
    /// What the tenant's own server says of the person; see ``CustomClaims``.
    public var claims: JSONObject
    public var status: Status
    public var createdAt: Timestamp
    /// When their status last changed, or they recovered their access: sessions in browsers from before are over.
    public var changedAt: Timestamp
    /// When what they are called, where they get mail, or their claims last changed; nobody is signed out by that.
    public var describedAt: Timestamp
    /// When the person last recovered their access; `nil`: never.
    ///
    /// What they signed in to before, without a device's credential, counts no more.
    public var validFrom: Timestamp?
    /// When the person was last suspended; `nil`: never.
    ///
    /// No sign-in from before it counts again, and nothing that came of one; devices and passkeys do, once they are active.
    public var suspendedAt: Timestamp?

    public init(
        tenant: TenantID,
        id: String,
        externalID: String,
        email: String,
        userName: String,
        displayName: String,
        claims: JSONObject = JSONObject(),
        status: Status = .active,
        createdAt: Timestamp
    ) {
        self.tenant = tenant
        self.id = id
        self.externalID = externalID
        self.email = email
        self.userName = userName
        self.displayName = displayName
        self.claims = claims
        self.status = status
        self.createdAt = createdAt
        changedAt = createdAt
        describedAt = createdAt
    }

    /// When anything of them last changed.
    public var modifiedAt: Timestamp { max(changedAt, describedAt) }

    public var recordID: String { id }
    public var expiresAt: Timestamp? { nil }

    /// None once deleted, so that the external id is free for a new user.
    public var indexes: [RecordIndex] {
        status == .deleted ? [] : [User.index(externalID: externalID)]
    }

    static func index(externalID: String) -> RecordIndex { RecordIndex("external_id", externalID, isUnique: true) }

    public var content: JSONObject {
        var content = JSONObject()
        content.set("external_id", externalID)
        content.set("email", email)
        content.set("has_proven_mail", hasProvenMail)
        content.set("user_name", userName)
        content.set("display_name", displayName)
        if !claims.isEmpty { content["claims"] = .object(claims) }
        content.set("status", status.rawValue)
        content.set("created_at", createdAt)
        content.set("changed_at", changedAt)
        content.set("described_at", describedAt)
        content.set("valid_from", validFrom)
        content.set("suspended_at", suspendedAt)
        return content
    }

    public init(tenant: TenantID, recordID: String, content: JSONObject) throws(SignInFault) {
        let reader = ContentReader(kind: User.kind, content: content)
        self.tenant = tenant
        id = recordID
        externalID = try reader.text("external_id")
        email = try reader.text("email")
        hasProvenMail = try reader.flag("has_proven_mail")
        userName = try reader.text("user_name")
        displayName = try reader.text("display_name")
        claims = try reader.optionalObject("claims") ?? JSONObject()
        status = try reader.choice("status", as: Status.self)
        createdAt = try reader.time("created_at")
        changedAt = try reader.time("changed_at")
        describedAt = try reader.time("described_at")
        validFrom = try reader.optionalTime("valid_from")
        suspendedAt = try reader.optionalTime("suspended_at")
    }

    /// Whether something of the person's that was begun at that time, a sign-in in a browser or a passkey, counts still.
    ///
    /// What is of the very moment of a recovery does not.
    public func acknowledges(_ time: Timestamp) -> Bool { validFrom.map { $0 < time } ?? true }

    /// Whether no suspension came after the person had signed in, or at the same moment.
    func wasNotSuspended(since time: Timestamp) -> Bool { suspendedAt.map { $0 < time } ?? true }
}
