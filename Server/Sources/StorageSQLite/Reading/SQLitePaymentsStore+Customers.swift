public import ChavePixModel
import GRDB
public import PaymentsCore

extension SQLitePaymentsStore {
    public func customer(
        _ id: CustomerID,
        of organisation: OrganisationID
    ) async throws(StorageFault) -> Customer? {
        try await first(
            #"SELECT "body" FROM "customer" WHERE "organisation" = ?1 AND "id" = ?2"#,
            [organisation.databaseValue, id.databaseValue]
        )
    }

    public func customer(
        identifierIndex: Digest,
        of organisation: OrganisationID
    ) async throws(StorageFault) -> Customer? {
        try await first(
            #"SELECT "body" FROM "customer" WHERE "organisation" = ?1 AND "identifier_index" = ?2"#,
            [organisation.databaseValue, identifierIndex.databaseValue]
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
            SELECT "body", "is_active", "updated_at" FROM "bank_account" WHERE "organisation" = ?1 AND "id" = ?2
            """,
            [organisation.databaseValue, id.databaseValue]
        )
    }

    public func bankAccounts(
        page request: PageRequest,
        of organisation: OrganisationID
    ) async throws(StorageFault) -> Page<BankAccount> {
        try await page(ListQuery("bank_account", of: organisation.databaseValue), request)
    }
}

extension CustomerQuery {
    func list(of organisation: OrganisationID) -> ListQuery<Customer> {
        var list = ListQuery<Customer>("customer", of: organisation.databaseValue)
        list.require("id", is: only?.databaseValue)
        list.require("identifier_index", is: identifierIndex?.databaseValue)
        list.require("external_id", is: externalID?.databaseValue, by: "customer_external_id")
        for index in nameIndexes {
            list.requireID(
                in: #"SELECT "customer" FROM "customer_name" WHERE "organisation" = ? AND "name_index" = ?"#,
                organisation.databaseValue,
                index.databaseValue
            )
        }
        return list
    }
}
