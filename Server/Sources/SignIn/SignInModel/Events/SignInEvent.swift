public import ChaveBase
public import ChaveWire

/// An event in a tenant: its kind and time, with ids and without any text that a person or a device sent.
///
/// The commit that makes a change also stores its event; the event never changes.
public struct SignInEvent: SignInRecord, Hashable {
    public static let kind = "event"

    /// The kind of event; raw values go over the wire.
    public enum EventType: String, Hashable, Sendable, CaseIterable {
        /// A browser was signed in by a passkey.
        case signedInByPasskey = "sign_in.passkey"
        /// An app on a device got a code for proving the device's key.
        case signedInByDevice = "sign_in.device"
        /// A browser was signed in by a device that approved it.
        case browserApproved = "sign_in.browser"
        /// A known person was not let in; ``SignInEvent/reason`` says why.
        case signInFailed = "sign_in.failed"
        case sessionEnded = "session.ended"
        case tokensIssued = "tokens.issued"
        case tokensRefreshed = "tokens.refreshed"
        /// A spent refresh token came again, which ended the family.
        case refreshTokenReused = "tokens.reused"
        case tokensRevoked = "tokens.revoked"
        /// A spent code came again, which revoked the tokens of its first use.
        case codeReused = "code.reused"
        case credentialBound = "credential.bound"
        /// A device let another device in.
        case credentialExtended = "credential.extended"
        case credentialRevoked = "credential.revoked"
        case passkeyAdded = "passkey.added"
        case passkeyRemoved = "passkey.removed"
        case userCreated = "user.created"
        case userChanged = "user.changed"
        case mailOffered = "user.email_offered"
        case mailChanged = "user.email_changed"
        case userSuspended = "user.suspended"
        case userActivated = "user.activated"
        case userDeleted = "user.deleted"
        case recoveryMailed = "user.recovery_mailed"
        case userRecovered = "user.recovered"
        case clientCreated = "client.created"
        /// The client or its secret changed.
        case clientChanged = "client.changed"
        case clientRemoved = "client.removed"
    }

    public var tenant: TenantID
    /// The ids are in time order.
    public var id: String
    public var type: EventType
    public var at: Timestamp
    public var user: String?
    public var client: String?
    public var credential: String?
    public var passkey: String?
    /// The server's own name for the reason.
    public var reason: String?
    /// The time from which the event may be removed.
    package var endsAt: Timestamp

    package init(
        tenant: TenantID,
        id: String,
        type: EventType,
        at: Timestamp,
        user: String? = nil,
        client: String? = nil,
        credential: String? = nil,
        passkey: String? = nil,
        reason: String? = nil,
        endsAt: Timestamp
    ) {
        self.tenant = tenant
        self.id = id
        self.type = type
        self.at = at
        self.user = user
        self.client = client
        self.credential = credential
        self.passkey = passkey
        self.reason = reason
        self.endsAt = endsAt
    }

    public var recordID: String { id }
    public var expiresAt: Timestamp? { endsAt }

    public var indexes: [RecordIndex] {
        [SignInEvent.index(type: type)]
            + [user.map(SignInEvent.index(user:)), client.map(SignInEvent.index(client:))]
            .compactMap(\.self)
    }

    package static func index(type: EventType) -> RecordIndex { RecordIndex("type", type.rawValue) }
    package static func index(user: String) -> RecordIndex { RecordIndex("user", user) }
    package static func index(client: String) -> RecordIndex { RecordIndex("client", client) }

    public var content: JSONObject {
        var content = JSONObject()
        content.set("type", type.rawValue)
        content.set("at", at)
        content.set("user", user)
        content.set("client", client)
        content.set("credential", credential)
        content.set("passkey", passkey)
        content.set("reason", reason)
        content.set("ends_at", endsAt)
        return content
    }
}

extension SignInEvent {
    public init(tenant: TenantID, recordID: String, content: JSONObject) throws(SignInFault) {
        let reader = ContentReader(kind: SignInEvent.kind, content: content)
        self.init(
            tenant: tenant,
            id: recordID,
            type: try reader.choice("type", as: EventType.self),
            at: try reader.time("at"),
            user: try reader.optionalText("user"),
            client: try reader.optionalText("client"),
            credential: try reader.optionalText("credential"),
            passkey: try reader.optionalText("passkey"),
            reason: try reader.optionalText("reason"),
            endsAt: try reader.time("ends_at")
        )
    }
}

/// The reason why a known person was not let in.
package enum SignInFailure: String, Hashable, Sendable, CaseIterable {
    case passkeyRefused = "passkey_refused"
    /// The app asked for another person.
    case anotherPerson = "another_person"
    /// The person refused on their device, or picked a number that the page did not show.
    case approvalRefused = "approval_refused"
    case userSuspended = "user_suspended"
    case userDeleted = "user_deleted"
    case deviceDeleted = "device_deleted"
}
