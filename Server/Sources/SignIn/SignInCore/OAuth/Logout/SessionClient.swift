import ChaveBase
import ChaveWire
import Hashing

/// That a client has tokens of a browser's session: whom to tell when the session ends.
struct SessionClient: SignInRecord, Hashable {
    static let kind = "session_client"

    var tenant: TenantID
    /// `sid`.
    var session: String
    var client: String
    var user: String
    /// As long as the client may hold the person for signed in, whatever has become of the session here.
    var keptUntil: Timestamp

    /// One of each session and client.
    var recordID: String { SessionClient.id(session: session, client: client) }
    var indexes: [RecordIndex] { [SessionClient.index(session: session), SessionClient.index(user: user)] }
    var expiresAt: Timestamp? { keptUntil }

    static func id(session: String, client: String) -> String { Digest(ofText: "\(session).\(client)").text }
    static func index(session: String) -> RecordIndex { RecordIndex("session", session) }
    static func index(user: String) -> RecordIndex { RecordIndex("user", user) }

    var content: JSONObject {
        var content = JSONObject()
        content.set("session", session)
        content.set("client", client)
        content.set("user", user)
        content.set("kept_until", keptUntil)
        return content
    }
}

extension SessionClient {
    init(tenant: TenantID, recordID: String, content: JSONObject) throws(SignInFault) {
        let reader = ContentReader(kind: SessionClient.kind, content: content)
        self.init(
            tenant: tenant,
            session: try reader.text("session"),
            client: try reader.text("client"),
            user: try reader.text("user"),
            keptUntil: try reader.time("kept_until")
        )
    }
}
