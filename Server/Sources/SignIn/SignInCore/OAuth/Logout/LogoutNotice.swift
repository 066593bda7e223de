import ChaveBase
import ChaveWire

/// That a client is still to be told of a session's end; stored with the end, removed when it was told.
struct LogoutNotice: SignInRecord, Hashable {
    static let kind = "logout_notice"
    /// How long after each try that failed the next one comes; after the last the client is told no more.
    static let pauseSeconds: [Int64] = [10, 60, 300, 1_800, 7_200]
    /// For how long whoever tries has it for themselves; longer than a try may take.
    static let leaseSeconds: Int64 = 60
    private static let lifeSeconds: Int64 = 6 * 3_600

    var tenant: TenantID
    var id: String
    var client: String
    var user: String
    /// `sid`.
    var session: String
    /// Those that were begun.
    var attempts: Int64
    /// Not before; by the clock of deadlines.
    var dueAt: Timestamp
    var keptUntil: Timestamp

    var recordID: String { id }
    /// Found by whoever sends, whichever tenant it is of.
    var indexes: [RecordIndex] { [LogoutNotice.everyOne] }
    var expiresAt: Timestamp? { keptUntil }

    static var everyOne: RecordIndex { RecordIndex("waiting", "yes", isGlobal: true) }

    init(_ client: SessionClient, id: String, at now: Timestamp) {
        self.id = id
        tenant = client.tenant
        self.client = client.client
        user = client.user
        session = client.session
        attempts = 0
        dueAt = now
        keptUntil = now.adding(seconds: LogoutNotice.lifeSeconds)
    }

    /// When the next try comes after one that failed; `nil` after the last.
    func nextTry(after now: Timestamp) -> Timestamp? {
        guard attempts >= 1, attempts <= LogoutNotice.pauseSeconds.count else { return nil }
        return now.adding(seconds: LogoutNotice.pauseSeconds[Int(attempts) - 1])
    }

    var content: JSONObject {
        var content = JSONObject()
        content.set("client", client)
        content.set("user", user)
        content.set("session", session)
        content.set("attempts", attempts)
        content.set("due_at", dueAt)
        content.set("kept_until", keptUntil)
        return content
    }

    init(tenant: TenantID, recordID: String, content: JSONObject) throws(SignInFault) {
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
