import ChaveBase
import ChaveWire

/// An extension that a first device began.
struct ExtensionSession: SignInRecord, Hashable {
    static let kind = "extension"

    var tenant: TenantID
    var id: String
    var user: String
    /// The first device's credential, which becomes the parent of the second's.
    var exporter: String
    /// Which of the user's places for live sessions it has: two that begin at once cannot have the same.
    var slot: Int64
    var token: Digest
    var begunAt: Timestamp
    /// Some time after the last moment at which it can be live, so that both devices still read how it ended.
    var keptUntil: Timestamp
    var state: ExtensionState

    var recordID: String { id }
    var expiresAt: Timestamp? { keptUntil }

    /// Only a live session has a code, and a place among the user's.
    var indexes: [RecordIndex] {
        let found = [ExtensionSession.index(token: token)]
        guard state.isLive else { return found }
        let place = [
            ExtensionSession.index(user: user),
            RecordIndex("slot", "\(user)/\(slot)", isUnique: true),
        ]
        return found + place + state.codes.map { ExtensionSession.index(code: $0) }
    }

    static func index(token: Digest) -> RecordIndex {
        RecordIndex("token", token.text, isUnique: true, isGlobal: true)
    }
    static func index(user: String) -> RecordIndex { RecordIndex("user", user) }
    static func index(code: Digest) -> RecordIndex { RecordIndex("code", code.text, isUnique: true) }

    var content: JSONObject {
        var content = JSONObject()
        content.set("user", user)
        content.set("exporter", exporter)
        content.set("slot", slot)
        content.set("token", token)
        content.set("begun_at", begunAt)
        content.set("kept_until", keptUntil)
        content["state"] = .object(state.content)
        return content
    }
}

extension ExtensionSession {
    init(tenant: TenantID, recordID: String, content: JSONObject) throws(SignInFault) {
        let reader = ContentReader(kind: ExtensionSession.kind, content: content)
        self.init(
            tenant: tenant,
            id: recordID,
            user: try reader.text("user"),
            exporter: try reader.text("exporter"),
            slot: try reader.integer("slot"),
            token: try reader.digest("token"),
            begunAt: try reader.time("begun_at"),
            keptUntil: try reader.time("kept_until"),
            state: try ExtensionState(content: reader.object("state"))
        )
    }
}

extension ExtensionState {
    /// Digests of the codes that may still be claimed.
    fileprivate var codes: [Digest] {
        switch self {
        case .offering(let offer, _): [offer.code?.digest, offer.previous].compactMap(\.self)
        case .pairing, .done, .aborted: []
        }
    }
}

extension ContentReader {
    func object(_ name: String) throws(SignInFault) -> JSONObject {
        guard let object = content[name]?.object else { throw .damaged(kind: kind) }
        return object
    }
}
