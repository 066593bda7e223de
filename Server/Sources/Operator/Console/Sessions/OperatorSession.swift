import ChaveBase
import ChavePixModel
import ChaveWire
import Pages

/// Whether the operator is in this browser, as a signed cookie says until the operator leaves.
struct OperatorSession: Hashable, Sendable {
    /// Ties the forms of its pages to this browser; another one once the key was shown.
    let id: String
    let isOperator: Bool
    let endsAt: Timestamp

    /// The operator's, and one for the form that asks for the key: a link from another site brings neither, and what is
    /// set then must not take the operator's place.
    static let cookieName = "chave_console_session"
    static let entryCookieName = "chave_console_entry"
    /// Eight hours from the key; nothing moves it on.
    static let lifeSeconds: Int64 = 8 * 3_600

    init(_ world: World, isOperator: Bool) {
        id = world.newSecret()
        self.isOperator = isOperator
        endsAt = world.now().adding(seconds: OperatorSession.lifeSeconds)
    }

    /// The operator's where there is one, else that of the form; `nil` when neither is ours or young enough.
    static func read(_ cookies: [String: String], key: PageKey, at now: Timestamp) -> OperatorSession? {
        let found = OperatorSession(cookie: cookies[cookieName], key: key, at: now)
        if let found, found.isOperator { return found }
        let entry = OperatorSession(cookie: cookies[entryCookieName], key: key, at: now)
        return entry?.isOperator == false ? entry : nil
    }

    private init?(cookie: String?, key: PageKey, at now: Timestamp) {
        guard let cookie, cookie.utf8.count <= 1_024, let text = key.text(signed: cookie),
            let json = try? JSONValue(parsing: text), let id = json["id"]?.string,
            let end = json["ends"]?.number?.int64, let isOperator = json["operator"]?.bool
        else { return nil }
        let endsAt = Timestamp(seconds: end)
        guard now < endsAt else { return nil }
        self.id = id
        self.isOperator = isOperator
        self.endsAt = endsAt
    }

    func cookie(_ key: PageKey, isSecure: Bool) -> PageCookie {
        let json: JSONValue = [
            "id": .string(id), "ends": JSONValue(endsAt.seconds), "operator": .bool(isOperator),
        ]
        return PageCookie(
            name: isOperator ? OperatorSession.cookieName : OperatorSession.entryCookieName,
            value: key.signed(json.text),
            path: ConsoleSettings.mountPath,
            lifeSeconds: Int(OperatorSession.lifeSeconds),
            isSecure: isSecure,
            isStrict: true
        )
    }

    /// Takes the operator's cookie away.
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
