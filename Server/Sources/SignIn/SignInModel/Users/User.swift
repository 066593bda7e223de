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
    /// The id, a UUID in lower case: `sub` in tokens, and part of each certificate's name constraint.
    public var id: String
    /// The tenant's own name for the person.
    public var externalID: String
    public var email: String
    /// Whether a link that was mailed to the address has been used.
    public var hasProvenMail = false
    public var userName: String
    public var displayName: String
    /// The claims of the tenant's own server about the person; see ``CustomClaims``.
    public var claims: JSONObject
    public var status: Status
    public var createdAt: Timestamp
    /// The last change of status, or recovery of access: browser sessions from before are over.
    public var changedAt: Timestamp
    /// The last change of names, mail address or claims, which ends no session.
    public var describedAt: Timestamp
    /// The person's last recovery of access; `nil` where there was none.
    ///
    /// Earlier sign-ins without a device's credential no longer count.
    public var validFrom: Timestamp?
    /// The person's last suspension; `nil` where there was none.
    ///
    /// Earlier sign-ins and their results never count again. Devices and passkeys count again, once the person is
    /// active.
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

    /// The last change of any value.
    public var modifiedAt: Timestamp { max(changedAt, describedAt) }

    public var recordID: String { id }
    public var expiresAt: Timestamp? { nil }

    /// A deleted user has no index, so that a new user may have the external id.
    public var indexes: [RecordIndex] {
        status == .deleted ? [] : [User.index(externalID: externalID)]
    }

    package static func index(externalID: String) -> RecordIndex {
        RecordIndex("external_id", externalID, isUnique: true)
    }

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

    /// Whether a browser sign-in or a passkey that began at this time still counts.
    ///
    /// A sign-in or passkey of the exact moment of a recovery does not count.
    public func acknowledges(_ time: Timestamp) -> Bool { validFrom.map { $0 < time } ?? true }

    /// Whether no suspension came after a sign-in at this time, or at the same moment.
    package func wasNotSuspended(since time: Timestamp) -> Bool { suspendedAt.map { $0 < time } ?? true }
}

/// The events of a user.
package enum UserEvent: String, Hashable, CaseIterable {
    case suspend, activate, delete
}

extension User.Status {
    /// The next status after an event: the whole life of a user; a repeated event does nothing.
    ///
    /// - Throws: ``OAuthError/Code/conflict``: nothing leads back from a deletion.
    package func receiving(_ event: UserEvent) throws(OAuthError) -> User.Status {
        switch (self, event) {
        case (.active, .suspend), (.suspended, .suspend): return .suspended
        case (.suspended, .activate), (.active, .activate): return .active
        case (.active, .delete), (.suspended, .delete), (.deleted, .delete): return .deleted
        case (.deleted, .suspend), (.deleted, .activate):
            throw OAuthError(.conflict, "The user is deleted, which is for good: create another.", status: 409)
        }
    }
}
