import ChaveBase
package import ChavePixModel
import ChaveWire
package import HTTPKernel
package import PaymentsCore
import PaymentsModel
package import Webhooks

/// The endpoints of the Payments API (contract, sections 2 and 3), each as one row.
package struct PaymentsRoutes: Sendable {
    let payments: Payments
    /// The webhook operations; `nil` for a server that sends no webhooks.
    let webhooks: MerchantWebhooks?
    /// Returns the logo of an institution as PNG.
    let logos: @Sendable (InstitutionID) -> [UInt8]?
    let shelf = DocumentShelf()
    package private(set) var table: RouteTable<PaymentsRoutes> = PaymentsRoutes.table([])

    package init(
        payments: Payments,
        webhooks: MerchantWebhooks?,
        logos: @escaping @Sendable (InstitutionID) -> [UInt8]?
    ) {
        self.payments = payments
        self.webhooks = webhooks
        self.logos = logos
        table = PaymentsRoutes.table(rows)
    }

    /// All routes.
    var rows: [Route] {
        apiRows + tokenRows.map { $0.below("/payments/api") } + (documentRows + associationRows).map { $0.below("") }
    }

    private var apiRows: [Route] {
        institutionRows + customerRows + bankAccountRows + enrollmentRows + intentRows + chargeRows + appRows
            + apiKeyRows + webhookRows + eventRows
    }

    private var tokenRows: [Route] {
        [
            Route(
                .post("/widget-token/", for: .merchant),
                .text(
                    "createWidgetToken",
                    .tokens,
                    "Gives a pair of tokens for one device.",
                    more: "An empty body is an empty object. Bind the pair to the customer who is signed in."
                ),
                takes: .optionalBody(WidgetTokenRequest.self),
                answers: .ok(TokenPair.self),
                refuses: [.doesNotExist],
                isKept: false
            ) { [payments] context async throws(APIFailure) in
                let request = try context.message(WidgetTokenRequest.self)
                return .json(try await payments.issueTokens(request, for: try context.caller).json)
            },
            Route(
                .post("/widget-token/refresh/", for: .openToDevice),
                .text(
                    "refreshWidgetToken",
                    .tokens,
                    "Gives the next pair of tokens.",
                    more: "A refresh token works once. The same device asking again within 30 s gets the same pair."
                ),
                takes: .body(RefreshTokenRequest.self),
                answers: .ok(TokenPair.self),
                refuses: [.tokenNotValid, .conflict],
                isKept: false
            ) { [payments] context async throws(APIFailure) in
                let request = try context.message(RefreshTokenRequest.self)
                let device = DeviceHeader.digest(of: context.request)
                return .json(try await payments.refreshTokens(request, device: device).json)
            },
        ]
    }

    private var institutionRows: [Route] {
        [
            Route(
                .get("/institutions/", for: .merchantOrDevice),
                .text(
                    "listInstitutions",
                    .institutions,
                    "Lists the active institutions that can do payments by biometrics."
                ),
                query: Paging.fields + PaymentsRoutes.institutionFilters,
                answers: .page(of: InstitutionResource.self)
            ) { [payments] context async throws(APIFailure) in
                let filter = InstitutionFilter(
                    name: context.query["name"],
                    institutionType: context.query["institution_type"],
                    ids: try context.query.ids("id__in")
                )
                return try Paging(context).answer(all: try payments.institutions(filter)) { $0.id.ofAnyKind }
            },
            Route(
                .get("/institutions/{id}/", for: .merchantOrDevice),
                .text("getInstitution", .institutions, "Gives one institution."),
                answers: .ok(InstitutionResource.self)
            ) { [payments] context async throws(APIFailure) in
                .json(try payments.institution(try context.id()).json)
            },
        ]
    }

    private static let institutionFilters = [
        Field(
            "name",
            .text(longest: 140, .partOfName),
            .optional,
            "Part of a name; accents and case count not."
        ),
        Field(
            "institution_type",
            .enumeration(InstitutionType.all.map(\.rawValue)),
            .optional,
            "For persons or for legal entities."
        ),
        Field(
            "id__in",
            .array(.uuid, count: 1...100, takesSingleValue: false),
            .optional,
            "These institutions only, with commas between them."
        ),
    ]

    private var customerRows: [Route] {
        [
            Route(
                .post("/customers/", for: .merchant),
                .text(
                    "createCustomer",
                    .customers,
                    "Creates a payer.",
                    more: "200 where only a device had named the payer before: what you say replaces what it said."
                ),
                takes: .body(CreateCustomerRequest.self),
                answers: .created(CustomerResource.self, orOK: "The payer whom a device had named before."),
                refuses: [.alreadyRegistered, .conflict]
            ) { [payments] context async throws(APIFailure) in
                let request = try context.message(CreateCustomerRequest.self)
                let idempotency = try context.idempotency()
                return .api(
                    try await payments.createCustomer(request, by: try context.caller, idempotency: idempotency)
                )
            },
            Route(
                .get("/customers/", for: .merchant),
                .text("listCustomers", .customers, "Lists the payers of the organisation, newest first."),
                query: Paging.fields + PaymentsRoutes.customerFilters,
                answers: .page(of: CustomerResource.self)
            ) { [payments] context async throws(APIFailure) in
                let caller = try context.caller
                return try await Paging(context).answer(id: \.id.ofAnyKind) { page async throws(APIFailure) in
                    try await payments.customers(
                        identifier: context.query["identifier"],
                        externalID: context.query["external_id"],
                        search: context.query["search"],
                        page: page,
                        for: caller
                    )
                }
            },
            Route(
                .get("/customers/{id}/", for: .merchant),
                .text("getCustomer", .customers, "Gives one payer."),
                answers: .ok(CustomerResource.self).versioned
            ) { [payments] context async throws(APIFailure) in
                context.answer(try await payments.customer(try context.id(), for: try context.caller))
            },
            Route(
                .patch("/customers/{id}/", for: .merchant),
                .text(
                    "updateCustomer",
                    .customers,
                    "Changes what is known of a payer.",
                    more:
                        "What is left out stays, null removes. The identifier never changes. Naming a payer replaces what a "
                        + "device said."
                ),
                takes: .body(UpdateCustomerRequest.self),
                answers: .ok(CustomerResource.self),
                refuses: [.conflict]
            ) { [payments] context async throws(APIFailure) in
                let request = try context.message(UpdateCustomerRequest.self)
                return .json(
                    try await payments.updateCustomer(try context.id(), request, by: try context.caller).resource.json
                )
            },
            Route(
                .post("/customers/{id}/anonymize/", for: .merchant),
                .text(
                    "anonymizeCustomer",
                    .customers,
                    "Erases a payer: enrollments are revoked, and the key of all that is personal is destroyed.",
                    more:
                        "Counts at once: nothing finds or names the payer any more. Payments keep their ids and amounts. "
                        + "anonymization_status is PENDING until no bank has anything under way for the payer."
                ),
                answers: .ok(CustomerResource.self),
                refuses: [.conflict]
            ) { [payments] context async throws(APIFailure) in
                let id: CustomerID = try context.id()
                let idempotency = try context.idempotency()
                return .api(try await payments.anonymizeCustomer(id, by: try context.caller, idempotency: idempotency))
            },
        ]
    }

    private static let customerFilters = [
        Field("identifier", .text(.taxIdentifier), .optional, "The payer with this CPF or CNPJ."),
        Field("external_id", .text(longest: 255), .optional, "The merchant's own id of the payer."),
        Field("search", .text(longest: 255), .optional, "Words of the name, at most 10; accents and case count not."),
    ]

    private var bankAccountRows: [Route] {
        [
            Route(
                .post("/bank-accounts/", for: .merchant),
                .text("createBankAccount", .bankAccounts, "Creates an account that receives money."),
                takes: .body(CreateBankAccountRequest.self),
                answers: .created(BankAccountResource.self),
                refuses: [.doesNotExist, .conflict]
            ) { [payments] context async throws(APIFailure) in
                let request = try context.message(CreateBankAccountRequest.self)
                let idempotency = try context.idempotency()
                return .api(
                    try await payments.createBankAccount(request, by: try context.caller, idempotency: idempotency)
                )
            },
            Route(
                .get("/bank-accounts/", for: .merchant),
                .text("listBankAccounts", .bankAccounts, "Lists the accounts of the organisation, newest first."),
                query: Paging.fields,
                answers: .page(of: BankAccountResource.self)
            ) { [payments] context async throws(APIFailure) in
                let caller = try context.caller
                return try await Paging(context).answer(id: \.id.ofAnyKind) { page async throws(APIFailure) in
                    try await payments.bankAccounts(page: page, for: caller)
                }
            },
            Route(
                .get("/bank-accounts/{id}/", for: .merchant),
                .text("getBankAccount", .bankAccounts, "Gives one account."),
                answers: .ok(BankAccountResource.self)
            ) { [payments] context async throws(APIFailure) in
                .json(try await payments.bankAccount(try context.id(), for: try context.caller).json)
            },
            Route(
                .patch("/bank-accounts/{id}/", for: .merchant),
                .text("updateBankAccount", .bankAccounts, "Takes an account into use or out of it."),
                takes: .body(UpdateBankAccountRequest.self),
                answers: .ok(BankAccountResource.self),
                refuses: [.conflict]
            ) { [payments] context async throws(APIFailure) in
                let request = try context.message(UpdateBankAccountRequest.self)
                let account = try await payments.updateBankAccount(
                    try context.id(),
                    request,
                    by: try context.caller
                )
                return .json(account.json)
            },
        ]
    }
}
