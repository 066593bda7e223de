import ChavePixModel
package import HTTPKernel
import PaymentsCore

/// One row of the table of ``PaymentsRoutes``.
package typealias Route = HTTPKernel.Route<PaymentsRoutes>

/// The callers that a row of the Payments API serves.
package enum RouteAccess: Sendable {
    case open
    /// No credentials are required; a device that has a secret sends it.
    case openToDevice
    /// HTTP Basic with API keys.
    case merchant
    /// HTTP Basic, or a device's token with its secret.
    case merchantOrDevice
}

/// A row's method and address, with the callers that it serves.
struct RoutePlace {
    let method: String
    /// The path segments below the row's prefix.
    let template: String
    let access: RouteAccess

    static func get(_ template: String, for access: RouteAccess) -> Self { Self("GET", template, access) }
    static func post(_ template: String, for access: RouteAccess) -> Self { Self("POST", template, access) }
    static func patch(_ template: String, for access: RouteAccess) -> Self { Self("PATCH", template, access) }
    static func delete(_ template: String, for access: RouteAccess) -> Self { Self("DELETE", template, access) }

    private init(_ method: String, _ template: String, _ access: RouteAccess) {
        self.method = method
        self.template = template
        self.access = access
    }
}

/// The terms of a row that only the Payments API has.
package struct PaymentsTerms: Sendable {
    let section: RouteSection
    /// The query parameters that only API keys may send.
    let merchantNames: Set<String>
    /// Whether the response is stored for a replay with the same `Idempotency-Key`.
    let isKept: Bool
    /// The path above the row's template.
    ///
    /// The guides' short paths are relative to ``api``, and rows with that prefix are also reachable without it.
    var prefix = PaymentsTerms.api

    static let api = "/payments/br"
}

/// A row's text, with its chapter.
struct SectionedText {
    let section: RouteSection
    let text: RouteText

    static func text(
        _ name: String,
        _ section: RouteSection,
        _ summary: String,
        more details: String = ""
    ) -> SectionedText {
        SectionedText(section: section, text: RouteText(name, summary, more: details))
    }
}

extension Route {
    /// Creates a row: `query` and `body` are the tables that check the request; a parameter outside `query` is refused.
    ///
    /// `merchantQuery` are the parameters that API keys may add, and a device's token may not. `refuses` names the
    /// refusals of the use case itself; the others follow from the row (``refusals``). The response of a POST is
    /// stored, unless `isKept` is false.
    init(
        _ place: RoutePlace,
        _ text: SectionedText,
        query: [Field] = [],
        merchantQuery: [Field] = [],
        takes body: RouteBody? = nil,
        answers answer: RouteAnswer,
        refuses ownRefusals: [ErrorCode] = [],
        isKept: Bool? = nil,
        _ handler: @escaping @Sendable (RequestContext) async throws(APIFailure) -> ServerAnswer
    ) {
        self.init(
            place.method,
            place.template,
            for: place.access,
            text.text,
            query: query + merchantQuery,
            takes: body,
            answers: answer,
            refuses: ownRefusals,
            terms: PaymentsTerms(
                section: text.section,
                merchantNames: Set(merchantQuery.map(\.name)),
                isKept: isKept ?? (place.method == "POST")
            ),
            .atOnce(handler)
        )
    }

    /// Creates a row of a read whose response may be held.
    init(
        _ place: RoutePlace,
        _ text: SectionedText,
        answers answer: RouteAnswer,
        refuses ownRefusals: [ErrorCode] = [],
        holds handler: @escaping @Sendable (RequestContext) throws(APIFailure) -> HeldAnswer
    ) {
        self.init(
            place.method,
            place.template,
            for: place.access,
            text.text,
            answers: answer,
            refuses: ownRefusals,
            isWaiting: true,
            terms: PaymentsTerms(section: text.section, merchantNames: [], isKept: false),
            .held(handler)
        )
    }

    /// The same row below another prefix.
    func below(_ prefix: String) -> Route {
        var row = self
        row.terms.prefix = prefix
        return row
    }

    /// The whole path, as callers see it.
    var path: String { terms.prefix + template }

    /// Whether only API keys may send a parameter.
    func isForMerchants(_ field: Field) -> Bool { terms.merchantNames.contains(field.name) }
}

/// The chapters of the documentation, in its order.
package enum RouteSection: String, Sendable, CaseIterable {
    case tokens = "Tokens"
    case institutions = "Institutions"
    case customers = "Customers"
    case bankAccounts = "Bank accounts"
    case enrollments = "Enrollments"
    case paymentIntents = "Payment intents"
    case charges = "Charges"
    case apps = "Apps"
    case apiKeys = "API keys"
    case webhooks = "Webhooks"
    case documents = "Documents"

    /// One sentence for people.
    var summary: String {
        switch self {
        case .tokens: "What a merchant's server fetches for one device."
        case .institutions: "The banks whose holders can pay by biometrics."
        case .customers: "The payers of the organisation."
        case .bankAccounts: "The accounts that receive the money."
        case .enrollments: "The tie between a device, a payer and an account at a bank."
        case .paymentIntents: "What a merchant asks a payer for."
        case .charges: "The attempts to collect a payment intent."
        case .apps: "The organisation's apps and where banks may send people back to."
        case .apiKeys: "The organisation's keys for this API."
        case .webhooks: "What the organisation is told, and where."
        case .documents: "What the server says of itself."
        }
    }
}
