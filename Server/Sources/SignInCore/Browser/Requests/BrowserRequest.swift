import ChavePixModel
import ChaveWire

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
    var digest: SignInDigest
    /// Of the cookie that the browser had from the start: in another browser the address opens nothing.
    var visit: SignInDigest
    var purpose: Purpose
    var browser: BrowserDescription
    var approval = BrowserApprovalState.idle(refused: 0)
    /// What a passkey signs; another one after each try.
    var challenge: [UInt8]
    /// Of the session that was begun for this very request.
    var session: SignInDigest?
    /// By the clock of deadlines.
    var deadline: Timestamp

    var recordID: String { digest.text }
    var expiresAt: Timestamp? { deadline }
    var indexes: [RecordIndex] { approval.offerID.map { [BrowserRequest.index(offer: $0)] } ?? [] }

    static func index(offer: String) -> RecordIndex { RecordIndex("offer", offer, isUnique: true) }

    /// What the consent page of a session's person sends back, so that nobody agrees as somebody else than the page said.
    func consentCode(of session: BrowserSession) -> String {
        SignInDigest(ofText: "consent/\(session.digest.text)/\(digest.text)").text
    }

    var content: JSONObject {
        var content = JSONObject()
        if case .client(let request) = purpose { content["request"] = .object(request.content) }
        content.set("visit", visit)
        content.set("browser", browser.browser)
        content.set("system", browser.system)
        content["approval"] = .object(approval.content)
        content.set("challenge", challenge)
        content.set("session", session)
        content.set("deadline", deadline)
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
            digest: try SignInDigest(recordID: recordID, kind: BrowserRequest.kind),
            visit: try reader.digest("visit"),
            purpose: purpose,
            browser: BrowserDescription(
                browser: try reader.optionalText("browser"),
                system: try reader.optionalText("system")
            ),
            approval: try BrowserApprovalState(content: try reader.object("approval")),
            challenge: try reader.bytes("challenge"),
            session: content["session"] == nil ? nil : try reader.digest("session"),
            deadline: try reader.time("deadline")
        )
    }
}
