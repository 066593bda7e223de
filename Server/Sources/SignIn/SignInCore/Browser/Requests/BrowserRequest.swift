import ChaveBase
import ChaveWire
import Hashing

/// Somebody who came to sign in by a browser and has not gone on yet.
struct BrowserRequest: SignInRecord, Hashable {
    static let kind = "browser_request"

    /// What it leads to.
    enum Purpose: Hashable, Sendable {
        case client(AuthorizationRequest)
        /// The person's own page, by a sign-in that is made for it.
        case account
    }

    var tenant: TenantID
    /// Of the id that stands in the page's address.
    var digest: Digest
    /// Of the cookie that the browser had from the start: in another browser the address opens nothing.
    var visit: Digest
    var purpose: Purpose
    var browser: BrowserDescription
    /// Of the address that the browser came from, salted with this request's digest; `nil` where it is not known.
    var source: Digest?
    var approval = BrowserApprovalState.idle(refused: 0)
    /// What a passkey signs; another one after each try.
    var challenge: [UInt8]
    /// Of the session that was begun for this very request.
    var session: Digest?
    /// Both by the clock of deadlines.
    var begunAt: Timestamp
    var deadline: Timestamp
    /// Whether its browser has come to its page, with the cookie that it was given; who keeps no cookies never does.
    var isSeen = false

    /// Whom the client's hint names, who alone may sign in.
    var hintedUser: String? {
        guard case .client(let request) = purpose else { return nil }
        return request.hintedUser
    }

    var recordID: String { digest.text }
    var expiresAt: Timestamp? { deadline }
    var indexes: [RecordIndex] {
        [BrowserRequest.index(visit: visit)] + (approval.offerID.map { [BrowserRequest.index(offer: $0)] } ?? [])
    }

    static func index(visit: Digest) -> RecordIndex { RecordIndex("visit", visit.text) }
    static func index(offer: String) -> RecordIndex { RecordIndex("offer", offer, isUnique: true) }

    /// Whether a device's address is the browser's; `nil` where one of them is not known.
    func comes(from address: IPAddress?) -> Bool? {
        guard let source, let address else { return nil }
        return source.equalsInConstantTime(address.digest(saltedWith: digest))
    }

    /// Its browser is there: once, the page has its whole time.
    mutating func see(at now: Timestamp, _ policy: BrowserPolicy) {
        guard !isSeen else { return }
        isSeen = true
        deadline = now.adding(seconds: policy.requestSeconds)
    }

    /// What the consent page of a session's person sends back, so that nobody agrees as somebody else than the page said.
    func consentCode(of session: BrowserSession) -> String {
        Digest(ofText: "consent/\(session.digest.text)/\(digest.text)").text
    }

    var content: JSONObject {
        var content = JSONObject()
        if case .client(let request) = purpose { content["request"] = .object(request.content) }
        content.set("visit", visit)
        content.set("browser", browser.browser)
        content.set("system", browser.system)
        content.set("source", source)
        content["approval"] = .object(approval.content)
        content.set("challenge", challenge)
        content.set("session", session)
        content.set("begun_at", begunAt)
        content.set("deadline", deadline)
        content.set("is_seen", isSeen)
        return content
    }
}

extension BrowserRequest {
    init(tenant: TenantID, recordID: String, content: JSONObject) throws(SignInFault) {
        let reader = ContentReader(kind: BrowserRequest.kind, content: content)
        let purpose: Purpose
        if content["request"] == nil {
            purpose = .account
        } else {
            let inner = ContentReader(kind: BrowserRequest.kind, content: try reader.object("request"))
            purpose = .client(try AuthorizationRequest(tenant: tenant, content: inner))
        }
        self.init(
            tenant: tenant,
            digest: try Digest(recordID: recordID, kind: BrowserRequest.kind),
            visit: try reader.digest("visit"),
            purpose: purpose,
            browser: BrowserDescription(
                browser: try reader.optionalText("browser"),
                system: try reader.optionalText("system")
            ),
            source: content["source"] == nil ? nil : try reader.digest("source"),
            approval: try BrowserApprovalState(content: try reader.object("approval")),
            challenge: try reader.bytes("challenge"),
            session: content["session"] == nil ? nil : try reader.digest("session"),
            begunAt: try reader.optionalTime("begun_at") ?? Timestamp(seconds: 0),
            deadline: try reader.time("deadline"),
            // One of a version before had its whole time from the start.
            isSeen: content["is_seen"] == nil ? true : try reader.flag("is_seen")
        )
    }
}

extension IPAddress {
    /// The digest by which a browser's address and a device's are compared; without `salt` nobody finds the address.
    func digest(saltedWith salt: Digest) -> Digest { Digest(of: salt.bytes + subscriber.bytes) }
}
