package import ChaveBase
package import ChaveWire

/// A notice to a client that a session has ended; stored with the end, removed after delivery.
package struct LogoutNotice: SignInRecord, Hashable {
    package static let kind = "logout_notice"
    /// The pause after each failed try; the try after the last pause is the final one.
    package static let pauseSeconds: [Int64] = [10, 60, 300, 1_800, 7_200]
    /// The lease of a node on a notice for one try; longer than a try may take.
    package static let leaseSeconds: Int64 = 60
    private static let lifeSeconds: Int64 = 6 * 3_600

    package var tenant: TenantID
    package var id: String
    package var client: String
    package var user: String
    /// The session's `sid`.
    package var session: String
    /// The number of tries that were begun.
    package var attempts: Int64
    /// The earliest time of the next try, by the clock of deadlines.
    package var dueAt: Timestamp
    package var keptUntil: Timestamp

    package var recordID: String { id }
    /// The sender finds notices of all tenants by this index.
    package var indexes: [RecordIndex] { [LogoutNotice.everyOne] }
    package var expiresAt: Timestamp? { keptUntil }

    package static var everyOne: RecordIndex { RecordIndex("waiting", "yes", isGlobal: true) }

    package init(_ client: SessionClient, id: String, at now: Timestamp) {
        self.id = id
        tenant = client.tenant
        self.client = client.client
        user = client.user
        session = client.session
        attempts = 0
        dueAt = now
        keptUntil = now.adding(seconds: LogoutNotice.lifeSeconds)
    }

    /// The time of the next try after a failed one; `nil` after the last try.
    package func nextTry(after now: Timestamp) -> Timestamp? {
        guard attempts >= 1, attempts <= LogoutNotice.pauseSeconds.count else { return nil }
        return now.adding(seconds: LogoutNotice.pauseSeconds[Int(attempts) - 1])
    }

    package var content: JSONObject {
        var content = JSONObject()
        content.set("client", client)
        content.set("user", user)
        content.set("session", session)
        content.set("attempts", attempts)
        content.set("due_at", dueAt)
        content.set("kept_until", keptUntil)
        return content
    }

    package init(tenant: TenantID, recordID: String, content: JSONObject) throws(SignInFault) {
        let reader = ContentReader(kind: LogoutNotice.kind, content: content)
        self.tenant = tenant
        id = recordID
        client = try reader.text("client")
        user = try reader.text("user")
        session = try reader.text("session")
        attempts = try reader.integer("attempts")
        dueAt = try reader.time("due_at")
        keptUntil = try reader.time("kept_until")
    }
}
