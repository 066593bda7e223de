import ChaveBase
import ChaveWire
import Pages

/// Whose wallet this browser is, as a signed cookie says: a name and no password, which is enough where no card is real.
struct WalletSession: Hashable, Sendable {
    /// Ties the forms of its pages to this browser; another one for each person.
    var id: String
    var owner: Owner?
    var endsAt: Timestamp

    /// Somebody with a wallet.
    struct Owner: Hashable, Sendable {
        let account: String
        let name: String
    }

    static let cookieName = "chave_wallet_session"
    /// Thirty days, which a page of the last ones moves on.
    static let lifeSeconds = 30 * 86_400
    private static let renewedAfterSeconds = 3_600
    static let longestName = 40

    init(_ world: World, owner: Owner? = nil) {
        id = Base64URL.encode(world.randomBytes(16))
        self.owner = owner
        endsAt = world.now().adding(seconds: WalletSession.lifeSeconds)
    }

    /// Reads the cookie; `nil` when it is not ours or too old.
    init?(cookie: String?, key: PageKey, at now: Timestamp) {
        guard let cookie, cookie.utf8.count <= 2_048, let text = key.text(signed: cookie),
            let json = try? JSONValue(parsing: text), let id = json["id"]?.string,
            let end = json["ends"]?.number?.int64
        else { return nil }
        let endsAt = Timestamp(seconds: end)
        guard now < endsAt else { return nil }
        self.id = id
        self.endsAt = endsAt
        if let account = json["account"]?.string, let name = json["name"]?.string {
            owner = Owner(account: account, name: name)
        }
    }

    func cookie(_ key: PageKey, isSecure: Bool) -> PageCookie {
        let json: JSONValue = [
            "id": .string(id), "ends": JSONValue(endsAt.seconds), "account": JSONValue(owner?.account),
            "name": JSONValue(owner?.name),
        ]
        return PageCookie(
            name: WalletSession.cookieName,
            value: key.signed(String(decoding: json.encoded(), as: UTF8.self)),
            path: WalletSettings.mountPath,
            lifeSeconds: WalletSession.lifeSeconds,
            isSecure: isSecure
        )
    }

    func isDueForRenewal(at now: Timestamp) -> Bool {
        endsAt < now.adding(seconds: WalletSession.lifeSeconds - WalletSession.renewedAfterSeconds)
    }
}
