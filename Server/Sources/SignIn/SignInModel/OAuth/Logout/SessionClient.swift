package import ChaveBase
package import ChaveWire
import Hashing

/// A note that a client has tokens of a browser's session, and must learn of the session's end.
package struct SessionClient: SignInRecord, Hashable {
    package static let kind = "session_client"

    package var tenant: TenantID
    /// The session's `sid`.
    package var session: String
    package var client: String
    package var user: String
    /// The time until which the client may treat the person as signed in, whatever happens to the session here.
    package var keptUntil: Timestamp

    package init(tenant: TenantID, session: String, client: String, user: String, keptUntil: Timestamp) {
        self.tenant = tenant
        self.session = session
        self.client = client
        self.user = user
        self.keptUntil = keptUntil
    }

    /// One id for each session and client.
    package var recordID: String { SessionClient.id(session: session, client: client) }
    package var indexes: [RecordIndex] { [SessionClient.index(session: session), SessionClient.index(user: user)] }
    package var expiresAt: Timestamp? { keptUntil }

    package static func id(session: String, client: String) -> String { Digest(ofText: "\(session).\(client)").text }
    package static func index(session: String) -> RecordIndex { RecordIndex("session", session) }
    package static func index(user: String) -> RecordIndex { RecordIndex("user", user) }

    package var content: JSONObject {
        var content = JSONObject()
        content.set("session", session)
        content.set("client", client)
        content.set("user", user)
        content.set("kept_until", keptUntil)
        return content
    }
}

extension SessionClient {
    package init(tenant: TenantID, recordID: String, content: JSONObject) throws(SignInFault) {
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
