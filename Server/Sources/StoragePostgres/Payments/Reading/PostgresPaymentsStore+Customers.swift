public import ChavePixModel
public import PaymentsCore

extension PostgresPaymentsStore {
    public func customer(
        _ id: CustomerID,
        of organisation: OrganisationID
    ) async throws(StorageFault) -> Customer? {
        try await first(
            #"SELECT "body" FROM "payments"."customer" WHERE "organisation" = $1 AND "id" = $2"#,
            [organisation.bound, id.bound]
        )
    }

    public func customer(
        identifierIndex: Digest,
        of organisation: OrganisationID
    ) async throws(StorageFault) -> Customer? {
        try await first(
            #"SELECT "body" FROM "payments"."customer" WHERE "organisation" = $1 AND "identifier_index" = $2"#,
            [organisation.bound, identifierIndex.bound]
        )
    }

    public func customers(
        _ query: CustomerQuery,
        of organisation: OrganisationID
    ) async throws(StorageFault) -> Page<Customer> {
        try await page(query.list(of: organisation), query.page)
    }

    public func bankAccount(
        _ id: BankAccountID,
        of organisation: OrganisationID
    ) async throws(StorageFault) -> BankAccount? {
        try await first(
            """
            SELECT "body", "is_active", "updated_at" FROM "payments"."bank_account"
            WHERE "organisation" = $1 AND "id" = $2
            """,
            [organisation.bound, id.bound]
        )
    }

    public func bankAccounts(
        page request: PageRequest,
        of organisation: OrganisationID
    ) async throws(StorageFault) -> Page<BankAccount> {
        try await page(ListQuery("bank_account", of: organisation), request)
    }
}

extension CustomerQuery {
    func list(of organisation: OrganisationID) -> ListQuery<Customer> {
        var list = ListQuery<Customer>("customer", of: organisation)
        list.require("id", is: only)
        list.require("identifier_index", is: identifierIndex)
        list.require("external_id", is: externalID)
        for index in nameIndexes {
            list.requireID(
                in: #"SELECT "customer" FROM "payments"."customer_name" WHERE "organisation" = ? AND "name_index" = ?"#,
                organisation,
                index
            )
        }
        return list
    }
}
