import ChavePixModel
import ChaveWire
import PaymentsCore

/// The endpoints of the Payments API (contract, sections 2 and 3), each a row.
struct PaymentsRoutes: Sendable {
    let payments: Payments

    /// Below `/payments/br`.
    var rows: [Route] { institutionRows + customerRows + bankAccountRows + enrollmentRows + intentRows }

    /// Below `/payments/api`.
    var tokenRows: [Route] {
        [
            Route("POST", "/widget-token/", .merchant) { [payments] context async throws(APIFailure) in
                let request = try context.message(WidgetTokenRequest.self, emptyIsObject: true)
                return .json(try await payments.issueTokens(request, for: try context.caller).json)
            },
            Route("POST", "/widget-token/refresh/", .open) { [payments] context async throws(APIFailure) in
                let request = try context.message(RefreshTokenRequest.self)
                let device = DeviceHeader.digest(of: context.request)
                return .json(try await payments.refreshTokens(request, device: device).json)
            },
        ]
    }

    private var institutionRows: [Route] {
        [
            Route("GET", "/institutions/", .merchantOrDevice) { [payments] context async throws(APIFailure) in
                var filter = InstitutionFilter(name: context.query["name"])
                filter.institutionType = context.query["institution_type"]
                if let list = context.query["id__in"] {
                    var ids: [InstitutionID] = []
                    let texts = list.split(separator: ",")
                    guard texts.count <= 100 else { throw .invalid("id__in", "id__in takes at most 100 UUIDs.") }
                    for text in texts {
                        guard let id = InstitutionID(String(text)) else {
                            throw .invalid("id__in", "id__in is a list of UUIDs with commas between them.")
                        }
                        ids.append(id)
                    }
                    filter.ids = ids
                }
                return try Paging(context).answer(all: try payments.institutions(filter))
            },
            Route("GET", "/institutions/{id}/", .merchantOrDevice) { [payments] context async throws(APIFailure) in
                .json(try payments.institution(try context.id()).json)
            },
        ]
    }

    private var customerRows: [Route] {
        [
            Route("POST", "/customers/", .merchant) { [payments] context async throws(APIFailure) in
                let request = try context.message(CreateCustomerRequest.self)
                let idempotency = try context.idempotency()
                return .api(
                    try await payments.createCustomer(request, by: try context.caller, idempotency: idempotency)
                )
            },
            Route("GET", "/customers/", .merchant) { [payments] context async throws(APIFailure) in
                let paging = try Paging(context)
                let page = try await payments.customers(
                    identifier: context.query["identifier"],
                    externalID: context.query["external_id"],
                    search: context.query["search"],
                    page: paging.request,
                    for: try context.caller
                )
                return paging.answer(page) { $0.id.text }
            },
            Route("GET", "/customers/{id}/", .merchant) { [payments] context async throws(APIFailure) in
                .json(try await payments.customer(try context.id(), for: try context.caller).json)
            },
        ]
    }

    private var bankAccountRows: [Route] {
        [
            Route("POST", "/bank-accounts/", .merchant) { [payments] context async throws(APIFailure) in
                let request = try context.message(CreateBankAccountRequest.self)
                let idempotency = try context.idempotency()
                return .api(
                    try await payments.createBankAccount(request, by: try context.caller, idempotency: idempotency)
                )
            },
            Route("GET", "/bank-accounts/", .merchant) { [payments] context async throws(APIFailure) in
                let paging = try Paging(context)
                let page = try await payments.bankAccounts(page: paging.request, for: try context.caller)
                return paging.answer(page) { $0.id.text }
            },
            Route("GET", "/bank-accounts/{id}/", .merchant) { [payments] context async throws(APIFailure) in
                .json(try await payments.bankAccount(try context.id(), for: try context.caller).json)
            },
            Route("PATCH", "/bank-accounts/{id}/", .merchant) { [payments] context async throws(APIFailure) in
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
