package import ChaveBase
package import ChaveWire

/// An extension that a first device began.
package struct ExtensionSession: SignInRecord, Hashable {
    package static let kind = "extension"

    package var tenant: TenantID
    package var id: String
    package var user: String
    /// The first device's credential, which becomes the parent of the second's.
    package var exporter: String
    /// The session's place among the user's live sessions: two sessions that begin at once cannot have the same place.
    package var slot: Int64
    package var token: Digest
    package var begunAt: Timestamp
    /// Some time after the session's last live moment, so that both devices can still read its end.
    package var keptUntil: Timestamp
    package var state: ExtensionState

    package init(
        tenant: TenantID,
        id: String,
        user: String,
        exporter: String,
        slot: Int64,
        token: Digest,
        begunAt: Timestamp,
        keptUntil: Timestamp,
        state: ExtensionState
    ) {
        self.tenant = tenant
        self.id = id
        self.user = user
        self.exporter = exporter
        self.slot = slot
        self.token = token
        self.begunAt = begunAt
        self.keptUntil = keptUntil
        self.state = state
    }

    package var recordID: String { id }
    package var expiresAt: Timestamp? { keptUntil }

    /// Only a live session has a code and a place.
    package var indexes: [RecordIndex] {
        let found = [ExtensionSession.index(token: token)]
        guard state.isLive else { return found }
        let place = [
            ExtensionSession.index(user: user),
            RecordIndex("slot", "\(user)/\(slot)", isUnique: true),
        ]
        return found + place + state.codes.map { ExtensionSession.index(code: $0) }
    }

    package static func index(token: Digest) -> RecordIndex {
        RecordIndex("token", token.text, isUnique: true, isGlobal: true)
    }
    package static func index(user: String) -> RecordIndex { RecordIndex("user", user) }
    package static func index(code: Digest) -> RecordIndex { RecordIndex("code", code.text, isUnique: true) }

    package var content: JSONObject {
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
    package init(tenant: TenantID, recordID: String, content: JSONObject) throws(SignInFault) {
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
    /// The digests of the codes that may still be claimed.
    fileprivate var codes: [Digest] {
        switch self {
        case .offering(let offer, _): [offer.code?.digest, offer.previous].compactMap(\.self)
        case .pairing, .done, .aborted: []
        }
    }
}

extension ContentReader {
    package func object(_ name: String) throws(SignInFault) -> JSONObject {
        guard let object = content[name]?.object else { throw .damaged(kind: kind) }
        return object
    }
}
