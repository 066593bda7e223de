package import ChaveBase
package import ChaveWire

/// The session of a person in a browser, stored under the digest of its cookie.
package struct BrowserSession: SignInRecord, Hashable {
    package static let kind = "browser_session"

    package var tenant: TenantID
    package var digest: Digest
    package var user: SignedInUser
    /// The user's `changedAt` at sign-in: a later suspension, deletion or recovery has ended the session.
    package var userChangedAt: Timestamp
    /// This time and the next two follow the clock of deadlines.
    package var begunAt: Timestamp
    package var usedAt: Timestamp
    package var endsAt: Timestamp
    /// The challenge for a new passkey; each try gets a new one.
    package var challenge: [UInt8]

    package init(
        tenant: TenantID,
        digest: Digest,
        user: SignedInUser,
        userChangedAt: Timestamp,
        begunAt: Timestamp,
        usedAt: Timestamp,
        endsAt: Timestamp,
        challenge: [UInt8]
    ) {
        self.tenant = tenant
        self.digest = digest
        self.user = user
        self.userChangedAt = userChangedAt
        self.begunAt = begunAt
        self.usedAt = usedAt
        self.endsAt = endsAt
        self.challenge = challenge
    }

    package var recordID: String { digest.text }
    package var indexes: [RecordIndex] {
        [BrowserSession.index(user: user.id)] + (user.session.map { [BrowserSession.index(name: $0)] } ?? [])
    }
    package var expiresAt: Timestamp? { endsAt }

    package static func index(user: String) -> RecordIndex { RecordIndex("user", user) }
    /// The index by `sid`, which stays when the same person signs in again in the same browser.
    package static func index(name: String) -> RecordIndex { RecordIndex("name", name) }

    /// Notes a use and moves the end, never past the longest time.
    package mutating func use(at now: Timestamp, _ policy: BrowserPolicy) {
        usedAt = now
        endsAt = min(now.adding(seconds: policy.idleSeconds), begunAt.adding(seconds: policy.longestSeconds))
    }

    package var content: JSONObject {
        var content = JSONObject()
        user.write(to: &content)
        content.set("user_changed_at", userChangedAt)
        content.set("begun_at", begunAt)
        content.set("used_at", usedAt)
        content.set("ends_at", endsAt)
        content.set("challenge", challenge)
        return content
    }
}

extension BrowserSession {
    package init(tenant: TenantID, recordID: String, content: JSONObject) throws(SignInFault) {
        let reader = ContentReader(kind: BrowserSession.kind, content: content)
        self.init(
            tenant: tenant,
            digest: try Digest(recordID: recordID, kind: BrowserSession.kind),
            user: try SignedInUser(reader),
            userChangedAt: try reader.time("user_changed_at"),
            begunAt: try reader.time("begun_at"),
            usedAt: try reader.time("used_at"),
            endsAt: try reader.time("ends_at"),
            challenge: try reader.bytes("challenge")
        )
    }
}
