import ChaveBase
import ChavePixModel
import ChaveWire
import Pages

/// The person in this browser, from a signed cookie; the shop stores nothing, and its data are in the Payments API.
struct ShopSession: Hashable, Sendable {
    /// Ties the forms of its pages to this browser; each person gets another one.
    var id: String
    var customer: CustomerID?
    var endsAt: Timestamp

    static let cookieName = "chave_shop_session"
    /// Twelve hours; a page view renews the session when an hour of them has passed.
    static let lifeSeconds = 43_200
    private static let renewedAfterSeconds = 3_600

    init(_ world: World, customer: CustomerID? = nil) {
        id = world.newSecret()
        self.customer = customer
        endsAt = world.now().adding(seconds: ShopSession.lifeSeconds)
    }

    /// Reads the cookie; `nil` when it has a wrong signature or is too old.
    init?(cookie: String?, key: PageKey, at now: Timestamp) {
        guard let signed = SignedSession(cookie: cookie, key: key, at: now) else { return nil }
        id = signed.id
        endsAt = signed.endsAt
        customer = signed.content["customer"]?.string.flatMap(CustomerID.init)
    }

    func cookie(_ key: PageKey, isSecure: Bool) -> PageCookie {
        let content: JSONValue = ["customer": JSONValue(customer?.text)]
        return PageCookie(
            name: ShopSession.cookieName,
            value: SignedSession(id: id, endsAt: endsAt, content: content).signed(by: key),
            path: ShopSettings.mountPath,
            lifeSeconds: ShopSession.lifeSeconds,
            isSecure: isSecure
        )
    }

    func isDueForRenewal(at now: Timestamp) -> Bool {
        endsAt < now.adding(seconds: ShopSession.lifeSeconds - ShopSession.renewedAfterSeconds)
    }
}
