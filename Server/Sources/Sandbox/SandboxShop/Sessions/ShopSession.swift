import ChaveBase
import ChavePixModel
import ChaveWire
import Pages

/// Who is in this browser, as a signed cookie says: the shop keeps nothing, and what it does stands in the Payments API.
struct ShopSession: Hashable, Sendable {
    /// Ties the forms of its pages to this browser; another one for each person.
    var id: String
    var customer: CustomerID?
    var endsAt: Timestamp

    static let cookieName = "chave_shop_session"
    /// Twelve hours, which a page of the last eleven moves on.
    static let lifeSeconds = 43_200
    private static let renewedAfterSeconds = 3_600

    init(_ world: World, customer: CustomerID? = nil) {
        id = world.newSecret()
        self.customer = customer
        endsAt = world.now().adding(seconds: ShopSession.lifeSeconds)
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
        customer = json["customer"]?.string.flatMap(CustomerID.init)
    }

    func cookie(_ key: PageKey, isSecure: Bool) -> PageCookie {
        let json: JSONValue = [
            "id": .string(id), "ends": JSONValue(endsAt.seconds), "customer": JSONValue(customer?.text),
        ]
        return PageCookie(
            name: ShopSession.cookieName,
            value: key.signed(String(decoding: json.encoded(), as: UTF8.self)),
            path: ShopSettings.mountPath,
            lifeSeconds: ShopSession.lifeSeconds,
            isSecure: isSecure
        )
    }

    func isDueForRenewal(at now: Timestamp) -> Bool {
        endsAt < now.adding(seconds: ShopSession.lifeSeconds - ShopSession.renewedAfterSeconds)
    }
}
