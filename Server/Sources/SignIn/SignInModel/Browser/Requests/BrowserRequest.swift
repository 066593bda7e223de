package import ChaveBase
package import ChaveWire
import Hashing

/// A person's request to sign in by a browser that is not finished yet.
package struct BrowserRequest: SignInRecord, Hashable {
    package static let kind = "browser_request"

    /// The purpose of the request.
    package enum Purpose: Hashable, Sendable {
        case client(AuthorizationRequest)
        /// The person's own page, for which the person must sign in.
        case account
    }

    package var tenant: TenantID
    /// The digest of the id in the page's address.
    package var digest: Digest
    /// The digest of the cookie that the browser had from the start: the address opens nothing in another browser.
    package var visit: Digest
    package var purpose: Purpose
    package var browser: BrowserDescription
    /// The digest of the browser's address, salted with this request's digest; `nil` where the address is unknown.
    package var source: Digest?
    package var approval: BrowserApprovalState
    /// The challenge for a passkey; each try gets a new one.
    package var challenge: [UInt8]
    /// The digest of the session that was begun for this very request.
    package var session: Digest?
    /// This time and `deadline` follow the clock of deadlines.
    package var begunAt: Timestamp
    package var deadline: Timestamp
    /// Whether the browser has come to its page with its cookie; a browser that stores no cookies never does.
    package var isSeen: Bool

    package init(
        tenant: TenantID,
        digest: Digest,
        visit: Digest,
        purpose: Purpose,
        browser: BrowserDescription,
        source: Digest? = nil,
        approval: BrowserApprovalState = .idle(refused: 0),
        challenge: [UInt8],
        session: Digest? = nil,
        begunAt: Timestamp,
        deadline: Timestamp,
        isSeen: Bool = false
    ) {
        self.tenant = tenant
        self.digest = digest
        self.visit = visit
        self.purpose = purpose
        self.browser = browser
        self.source = source
        self.approval = approval
        self.challenge = challenge
        self.session = session
        self.begunAt = begunAt
        self.deadline = deadline
        self.isSeen = isSeen
    }

    /// The user whom the client's hint names; only this user may sign in.
    package var hintedUser: String? {
        guard case .client(let request) = purpose else { return nil }
        return request.hintedUser
    }

    package var recordID: String { digest.text }
    package var expiresAt: Timestamp? { deadline }
    package var indexes: [RecordIndex] {
        [BrowserRequest.index(visit: visit)] + (approval.offerID.map { [BrowserRequest.index(offer: $0)] } ?? [])
    }

    package static func index(visit: Digest) -> RecordIndex { RecordIndex("visit", visit.text) }
    package static func index(offer: String) -> RecordIndex { RecordIndex("offer", offer, isUnique: true) }

    /// Whether a device has the browser's address; `nil` where one of the addresses is unknown.
    package func comes(from address: IPAddress?) -> Bool? {
        guard let source, let address else { return nil }
        return source.equalsInConstantTime(address.digest(saltedWith: digest))
    }

    /// Notes that the browser is there; the first call gives the page its whole time.
    package mutating func see(at now: Timestamp, _ policy: BrowserPolicy) {
        guard !isSeen else { return }
        isSeen = true
        deadline = now.adding(seconds: policy.requestSeconds)
    }

    /// The code that the consent page sends back, so that no other person than the one on the page can agree.
    package func consentCode(of session: BrowserSession) -> String {
        Digest(ofText: "consent/\(session.digest.text)/\(digest.text)").text
    }

    package var content: JSONObject {
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
    package init(tenant: TenantID, recordID: String, content: JSONObject) throws(SignInFault) {
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
            // A request of an earlier version had its whole time from the start.
            isSeen: content["is_seen"] == nil ? true : try reader.flag("is_seen")
        )
    }
}

extension IPAddress {
    /// The digest for comparing a browser's address with a device's; the address cannot be found without `salt`.
    package func digest(saltedWith salt: Digest) -> Digest { Digest(of: salt.bytes + subscriber.bytes) }
}
