import ChaveBase
import ChavePixModel
import ChaveWire
import Pages

/// One request of one browser at the shop.
struct ShopVisit: SiteVisit {
    let backend: MerchantBackend
    let world: World
    let key: PageKey
    let request: PageRequest
    var session: ShopSession
    /// Whether the browser came without a valid session.
    let isNew: Bool

    var frame: ShopFrame {
        ShopFrame(
            language: say,
            settings: backend.settings,
            token: key.formToken(of: session.id),
            hasPerson: session.customer != nil
        )
    }
    /// Whether a page's script sent the request, which waits for a change.
    var isHeld: Bool { request.segments.last == "wait" }
    var isOwnForm: Bool { !isNew && key.accepts(request.form["csrf"], of: session.id) }

    mutating func respond() async -> PageResponse {
        do throws(ShopFailure) {
            return try await route()
        } catch {
            return problem(error)
        }
    }

    private mutating func route() async throws(ShopFailure) -> PageResponse {
        let segments = request.segments
        switch (segments.first ?? "", segments.count) {
        case ("", 0): return try await get { visit throws(ShopFailure) in try await visit.welcome() }
        case ("banks", 1): return try await get { visit throws(ShopFailure) in try await visit.banks() }
        case ("callback", 1) where request.method == "POST":
            return try await post { visit throws(ShopFailure) in try await visit.complete(visit.request.form) }
        case ("callback", 1): return try await get { visit throws(ShopFailure) in try await visit.callback() }
        case ("devices", 1): return try await get { visit throws(ShopFailure) in try await visit.devices() }
        case ("orders", 1) where request.method == "GET": return try await orders()
        case ("orders", 1): return try await post { visit throws(ShopFailure) in try await visit.createOrder() }
        case ("products", 2):
            guard let product = Product.with(id: segments[1]) else { throw .notFound }
            return try await get { visit throws(ShopFailure) in try await visit.product(product) }
        case ("enrollments", 1):
            return try await post { visit throws(ShopFailure) in try await visit.createEnrollment() }
        case ("person", 1): return try await post { visit throws(ShopFailure) in try await visit.choosePerson() }
        case ("leave", 1): return try await post { visit throws(ShopFailure) in visit.leave() }
        case ("enrollments", 2...3):
            guard let id = EnrollmentID(segments[1]) else { throw .notFound }
            return try await enrollment(id, segments.dropFirst(2).first)
        case ("orders", 2...3):
            guard let id = PaymentIntentID(segments[1]) else { throw .notFound }
            return try await order(id, segments.dropFirst(2).first)
        default: throw .notFound
        }
    }

    private mutating func enrollment(_ id: EnrollmentID, _ action: String?) async throws(ShopFailure) -> PageResponse {
        switch action {
        case nil: return try await get { visit throws(ShopFailure) in try await visit.enrollment(id) }
        case "wait": return try await get { visit throws(ShopFailure) in try await visit.waitForEnrollment(id) }
        case "confirm": return try await post { visit throws(ShopFailure) in try await visit.confirm(id) }
        case "cancel": return try await post { visit throws(ShopFailure) in try await visit.cancelEnrollment(id) }
        default: throw .notFound
        }
    }

    private mutating func order(_ id: PaymentIntentID, _ action: String?) async throws(ShopFailure) -> PageResponse {
        switch action {
        case nil: return try await get { visit throws(ShopFailure) in try await visit.order(id) }
        case "wait": return try await get { visit throws(ShopFailure) in try await visit.waitForOrder(id) }
        case "authorize": return try await post { visit throws(ShopFailure) in try await visit.authorize(id) }
        case "cancel": return try await post { visit throws(ShopFailure) in try await visit.cancelOrder(id) }
        default: throw .notFound
        }
    }

    // MARK: What the handlers share

    /// The person in this browser.
    func person() throws(ShopFailure) -> CustomerID {
        guard let customer = session.customer else { throw .notFound }
        return customer
    }

    /// Enrollments whose passkeys were made in this browser.
    var enrolledHere: Set<EnrollmentID> { EnrolledHere.all(in: request.cookies, key) }

    /// The JSON from a page's script or form; `nil` when the script did not run or sent something else.
    func json(_ field: String) -> JSONValue? {
        guard let text = request.form[field], !text.isEmpty, let json = try? JSONValue(parsing: text),
            json.object != nil
        else { return nil }
        return json
    }

    var newAttempt: String { Base64URL.encode(world.randomBytes(16)) }

    func changed(_ hasChanged: Bool) -> PageResponse {
        .json((["changed": .bool(hasChanged)] as JSONValue).encoded())
    }

    /// The version of the object on the page; without one, the script reloads the page.
    var seen: String? { request.query["seen"].flatMap { $0.utf8.count <= 100 ? $0 : nil } }
}
