import ChaveBase
import ChavePixModel
import ChaveWire
import Pages

/// The session of a browser, from a signed cookie: it is the operator's until the operator leaves.
struct OperatorSession: Hashable, Sendable {
    /// The id that ties the forms of its pages to this browser; it changes when the key is shown.
    let id: String
    let isOperator: Bool
    let endsAt: Timestamp

    /// The name of the operator's cookie; ``entryCookieName`` is for the form that asks for the key.
    ///
    /// A link from another site brings neither cookie, and the entry cookie set then must not replace the operator's.
    static let cookieName = "chave_console_session"
    static let entryCookieName = "chave_console_entry"
    /// The life of a session: eight hours from the key, without extension.
    static let lifeSeconds: Int64 = 8 * 3_600

    init(_ world: World, isOperator: Bool) {
        id = world.newSecret()
        self.isOperator = isOperator
        endsAt = world.now().adding(seconds: OperatorSession.lifeSeconds)
    }

    /// Reads the operator's session, else that of the form; `nil` when neither is ours or still valid.
    static func read(_ cookies: [String: String], key: PageKey, at now: Timestamp) -> OperatorSession? {
        let found = OperatorSession(cookie: cookies[cookieName], key: key, at: now)
        if let found, found.isOperator { return found }
        let entry = OperatorSession(cookie: cookies[entryCookieName], key: key, at: now)
        return entry?.isOperator == false ? entry : nil
    }

    private init?(cookie: String?, key: PageKey, at now: Timestamp) {
        guard let signed = SignedSession(cookie: cookie, key: key, at: now),
            let isOperator = signed.content["operator"]?.bool
        else { return nil }
        id = signed.id
        endsAt = signed.endsAt
        self.isOperator = isOperator
    }

    func cookie(_ key: PageKey, isSecure: Bool) -> PageCookie {
        let content: JSONValue = ["operator": .bool(isOperator)]
        return PageCookie(
            name: isOperator ? OperatorSession.cookieName : OperatorSession.entryCookieName,
            value: SignedSession(id: id, endsAt: endsAt, content: content).signed(by: key),
            path: ConsoleSettings.mountPath,
            lifeSeconds: Int(OperatorSession.lifeSeconds),
            isSecure: isSecure,
            isStrict: true
        )
    }

    /// The cookie that removes the operator's cookie.
    static func ended(isSecure: Bool) -> PageCookie {
        PageCookie(
            name: cookieName,
            value: nil,
            path: ConsoleSettings.mountPath,
            lifeSeconds: 0,
            isSecure: isSecure,
            isStrict: true
        )
    }
}
