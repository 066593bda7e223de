import ChaveBase
import ChavePixModel
import ChaveWire
import Pages
import Synchronization
import Testing

@testable import Console

/// A browser at the console: keeps its cookie, finds what a page is and what its forms carry.
struct ConsoleBrowser {
    static let key = "an-operators-key-of-some-length-0123456789"

    let records: ScriptedRecords
    let pages: ConsolePages
    var cookies: [String: String] = [:]
    var language = "en"
    private static let drawn = Mutex<UInt64>(0)

    init(
        _ records: ScriptedRecords = ScriptedRecords(),
        key: String = ConsoleBrowser.key,
        baseURL: String = "http://localhost:8080",
        hasTime: Bool = true,
        hasExchanges: Bool = true,
        at now: @escaping @Sendable () -> Timestamp = { ConsoleSample.time },
        uptime: @escaping @Sendable () -> Int64 = { 0 },
        sleep: @escaping @Sendable (Int) async -> Void = { _ in }
    ) {
        self.records = records
        pages = ConsolePages(
            records: records,
            ceremonies: records,
            exchanges: hasExchanges ? records : nil,
            time: hasTime ? records : nil,
            settings: ConsoleSettings(
                operatorKey: key,
                baseURL: baseURL,
                bankNames: [ConsoleSample.bank: "Banco Um"]
            ),
            world: World(
                now: now,
                uptimeMilliseconds: uptime,
                randomBytes: { count in
                    let number = ConsoleBrowser.drawn.withLock { drawn in
                        drawn += 1
                        return drawn
                    }
                    return (0..<count).map { UInt8(truncatingIfNeeded: number >> UInt64(8 * ($0 % 8))) }
                },
                sleep: sleep
            )
        )
    }

    mutating func get(_ path: String, _ query: [String: String] = [:], seen: String? = nil) async -> PageResponse {
        let text = query.map { "\($0.key)=\($0.value)" }.sorted().joined(separator: "&")
        var request = PageRequest(method: "GET", path: path, rawQuery: text, query: query)
        request.lastEventID = seen
        return await send(request)
    }

    mutating func post(_ path: String, _ form: [String: String] = [:]) async -> PageResponse {
        await send(PageRequest(method: "POST", path: path, form: form))
    }

    /// Posts as a page of this session would.
    mutating func submit(_ path: String, _ form: [String: String] = [:]) async -> PageResponse {
        var form = form
        form["csrf"] = between("name=\"csrf\" value=\"", "\"", in: text(await get("")))
        return await post(path, form)
    }

    mutating func enter() async {
        let answer = await submit("/enter", ["key": ConsoleBrowser.key])
        #expect(answer.status == 303)
    }

    private mutating func send(_ request: PageRequest) async -> PageResponse {
        var request = request
        request.cookies = cookies
        request.acceptLanguage = language
        let answer = await pages.respond(to: request)
        for header in answer.headers where header.name == "Set-Cookie" {
            let pair = header.value.prefix { $0 != ";" }.split(separator: "=", maxSplits: 1)
            if let name = pair.first { cookies[String(name)] = pair.count == 2 ? String(pair[1]) : nil }
        }
        return answer
    }

    func screen(_ page: PageResponse) -> String? { between("data-screen=\"", "\"", in: text(page)) }
    func text(_ page: PageResponse) -> String { String(decoding: page.body, as: UTF8.self) }

    /// The digest that a page's script begins to listen with.
    func seen(_ page: PageResponse) -> String? {
        between("live?seen=", "\"", in: text(page)).map { String($0.prefix(20)) }
    }

    func between(_ start: String, _ end: String, in text: String) -> String? {
        guard let first = text.firstRange(of: start) else { return nil }
        let rest = text[first.upperBound...]
        return rest.firstRange(of: end).map { String(rest[..<$0.lowerBound]) }
    }
}

/// Objects of which there is one each.
enum ConsoleSample {
    static let time = Timestamp(seconds: 1_795_000_000)
    static let bank = InstitutionID(high: 2, low: 1)
    static let enrollment = EnrollmentID(high: 1, low: 1)
    static let payment = PaymentIntentID(high: 2, low: 2)
    static let delivery = WebhookDeliveryID(high: 3, low: 3)

    static func enrollmentRow(organisation: String = "Loja Exemplo", status: String = "SUCCEEDED") -> EnrollmentRow {
        EnrollmentRow(
            id: enrollment,
            organisation: organisation,
            institution: bank,
            status: status,
            detailedStatus: "AUTHORISED",
            reason: nil,
            createdAt: time,
            updatedAt: time.adding(seconds: 9)
        )
    }

    static func paymentRow(
        organisation: String = "Loja Exemplo",
        status: String = "PENDING",
        id: PaymentIntentID = payment,
        externalID: String? = nil
    ) -> PaymentRow {
        PaymentRow(
            id: id,
            organisation: organisation,
            institution: bank,
            amount: Money(centavos: 1_890) ?? .zero,
            status: status,
            reason: nil,
            endToEndID: "E12345678202701151500abcdefghRfm0",
            externalID: externalID,
            createdAt: time,
            updatedAt: time
        )
    }

    static func deliveryRow(organisation: String = "Loja Exemplo", host: String = "shop.example:443") -> DeliveryRow {
        DeliveryRow(
            id: delivery,
            organisation: organisation,
            event: "payment_intent.succeeded",
            object: .payment(payment),
            host: host,
            status: "parked",
            attempts: 12,
            nextAt: nil,
            createdAt: time
        )
    }

    static func timeline(action: String = "created", actor: String = "platform") -> [TimelineEntry] {
        [
            TimelineEntry(version: 1, at: time, actor: actor, action: action, status: "PENDING", reason: nil),
            TimelineEntry(
                version: 2,
                at: time.adding(milliseconds: 250),
                actor: "api-key/019aa000-0000-7000-8000-00000000abcd",
                action: "callback-failed",
                status: "FAILED",
                reason: "rejected_by_user"
            ),
        ]
    }

    static func enrollmentView(
        text: String = "–",
        canBeRevoked: Bool = true,
        isCallbackUnbound: Bool = false
    ) -> EnrollmentView {
        EnrollmentView(
            row: enrollmentRow(organisation: text),
            platform: "BROWSER",
            externalID: text,
            bankID: text,
            message: text,
            deadline: time.adding(seconds: 300),
            nextTry: nil,
            tries: 0,
            timeline: timeline(action: text, actor: text),
            payments: [paymentRow(organisation: text)],
            deliveries: [deliveryRow(organisation: text, host: text)],
            canBeRevoked: canBeRevoked,
            takesUnboundCallbacks: isCallbackUnbound,
            isCallbackUnbound: isCallbackUnbound
        )
    }

    static func paymentView(text: String = "–", canBeCanceled: Bool = true) -> PaymentView {
        PaymentView(
            row: paymentRow(organisation: text),
            enrollment: enrollment,
            endToEndID: text,
            externalID: text,
            consentID: text,
            bankPaymentID: text,
            message: text,
            deadline: nil,
            nextTry: time,
            tries: 2,
            timeline: timeline(action: text, actor: text),
            deliveries: [deliveryRow(organisation: text, host: text)],
            canBeCanceled: canBeCanceled
        )
    }

    static func deliveryView(text: String = "shop.example:443", canBeResent: Bool = true) -> DeliveryView {
        DeliveryView(
            row: deliveryRow(organisation: text, host: text),
            attempts: [
                .init(number: 1, at: time, milliseconds: 31, status: 500, failure: nil),
                .init(number: 2, at: time, milliseconds: 10_000, status: nil, failure: text),
            ],
            canBeResent: canBeResent
        )
    }
}
