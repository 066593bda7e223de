import ChaveBase
import Pages
import SignInCore
import SignInModel

/// A browser's cookies: a number for the browser itself, and a session for each tenant in which a person is signed in.
///
/// Over TLS both cookies have the prefix `__Host-` (RFC 6265bis, section 4.1.3.2), so that no other host can set them.
struct SignInCookies {
    private let sent: [String: String]
    private let isSecure: Bool
    /// The browser's number, which stays the same from its first page on.
    let visit: String
    /// The cookies to set with the answer.
    private(set) var changes: [PageCookie] = []
    private var sessions: [TenantID: String?] = [:]

    private static let visitSeconds = 86_400
    private static let sessionSeconds = 7 * 86_400

    init(_ sent: [String: String], isSecure: Bool, randomBytes: (Int) -> [UInt8]) {
        self.sent = sent
        self.isSecure = isSecure
        let name = SignInCookies.name("visit", isSecure)
        if let known = SignInCookies.secret(sent[name]) {
            visit = known
        } else {
            visit = Base64URL.encode(randomBytes(32))
            changes = [cookie(name, visit, SignInCookies.visitSeconds)]
        }
    }

    /// Whether the browser came without a number, so that no form can come from this browser's own pages.
    var isNew: Bool { !changes.isEmpty && sent[SignInCookies.name("visit", isSecure)] != visit }

    func visit(of tenant: TenantID) -> BrowserVisit {
        let session = sessions[tenant] ?? SignInCookies.secret(sent[sessionName(tenant)])
        return BrowserVisit(visit: visit, session: session)
    }

    mutating func keep(_ session: String, of tenant: TenantID) {
        sessions[tenant] = .some(session)
        changes.append(cookie(sessionName(tenant), session, SignInCookies.sessionSeconds))
    }

    mutating func forget(_ tenant: TenantID) {
        sessions[tenant] = .some(nil)
        changes.append(cookie(sessionName(tenant), nil, 0))
    }

    /// The key of form tokens on this browser's pages: only a program that sees the cookie can make a token.
    var key: PageKey { PageKey(secret: Array(visit.utf8)) }

    private func sessionName(_ tenant: TenantID) -> String { SignInCookies.name("session_\(tenant.text)", isSecure) }

    private func cookie(_ name: String, _ value: String?, _ seconds: Int) -> PageCookie {
        PageCookie(name: name, value: value, path: "/", lifeSeconds: seconds, isSecure: isSecure)
    }

    private static func name(_ name: String, _ isSecure: Bool) -> String {
        (isSecure ? "__Host-" : "") + "chave_sign_in_\(name)"
    }

    /// `text` where it encodes 32 bytes, as this server sets it; else `nil`.
    private static func secret(_ text: String?) -> String? {
        guard let text, text.utf8.count == 43, (try? Base64URL.decode(text))?.count == 32 else { return nil }
        return text
    }
}
