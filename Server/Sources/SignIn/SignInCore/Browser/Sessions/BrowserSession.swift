import ChaveBase
import ChaveWire

/// A browser in which somebody has signed in, kept by the digest of its cookie.
struct BrowserSession: SignInRecord, Hashable {
    static let kind = "browser_session"

    var tenant: TenantID
    var digest: Digest
    var user: SignedInUser
    /// When the person was last changed before: a suspension, a deletion or a recovery since then has ended the session.
    var userChangedAt: Timestamp
    /// All by the clock of deadlines.
    var begunAt: Timestamp
    var usedAt: Timestamp
    var endsAt: Timestamp
    /// What a new passkey signs; another one after each try.
    var challenge: [UInt8]

    var recordID: String { digest.text }
    var indexes: [RecordIndex] {
        [BrowserSession.index(user: user.id)] + (user.session.map { [BrowserSession.index(name: $0)] } ?? [])
    }
    var expiresAt: Timestamp? { endsAt }

    static func index(user: String) -> RecordIndex { RecordIndex("user", user) }
    /// By `sid`, which stays when the same person signs in anew in the same browser.
    static func index(name: String) -> RecordIndex { RecordIndex("name", name) }

    /// Moves the end on, never past the longest time.
    mutating func use(at now: Timestamp, _ policy: BrowserPolicy) {
        usedAt = now
        endsAt = min(now.adding(seconds: policy.idleSeconds), begunAt.adding(seconds: policy.longestSeconds))
    }

    var content: JSONObject {
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
    init(tenant: TenantID, recordID: String, content: JSONObject) throws(SignInFault) {
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
