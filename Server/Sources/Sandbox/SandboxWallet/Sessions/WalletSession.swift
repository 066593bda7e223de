import ChaveBase
import ChaveWire
import Pages

/// The wallet's owner in this browser, from a signed cookie.
///
/// A name without a password is enough, because no card is real.
struct WalletSession: Hashable, Sendable {
    /// Ties the forms of its pages to this browser; each person gets another one.
    var id: String
    var owner: Owner?
    var endsAt: Timestamp

    /// The owner of a wallet.
    struct Owner: Hashable, Sendable {
        let account: String
        let name: String
    }

    static let cookieName = "chave_wallet_session"
    /// Thirty days; a page view renews the session when an hour of them has passed.
    static let lifeSeconds = 30 * 86_400
    private static let renewedAfterSeconds = 3_600
    static let longestName = 40

    init(_ world: World, owner: Owner? = nil) {
        id = Base64URL.encode(world.randomBytes(16))
        self.owner = owner
        endsAt = world.now().adding(seconds: WalletSession.lifeSeconds)
    }

    /// Reads the cookie; `nil` when it has a wrong signature or is too old.
    init?(cookie: String?, key: PageKey, at now: Timestamp) {
        guard let signed = SignedSession(cookie: cookie, key: key, at: now) else { return nil }
        id = signed.id
        endsAt = signed.endsAt
        if let account = signed.content["account"]?.string, let name = signed.content["name"]?.string {
            owner = Owner(account: account, name: name)
        }
    }

    func cookie(_ key: PageKey, isSecure: Bool) -> PageCookie {
        let content: JSONValue = ["account": JSONValue(owner?.account), "name": JSONValue(owner?.name)]
        return PageCookie(
            name: WalletSession.cookieName,
            value: SignedSession(id: id, endsAt: endsAt, content: content).signed(by: key),
            path: WalletSettings.mountPath,
            lifeSeconds: WalletSession.lifeSeconds,
            isSecure: isSecure
        )
    }

    func isDueForRenewal(at now: Timestamp) -> Bool {
        endsAt < now.adding(seconds: WalletSession.lifeSeconds - WalletSession.renewedAfterSeconds)
    }
}
