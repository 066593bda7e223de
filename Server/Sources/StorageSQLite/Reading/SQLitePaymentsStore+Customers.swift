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
        var list = ListQuery<Customer>("customer", of: organisation.databaseValue)
        list.require(#""id" = ?"#, ifPresent: query.only?.databaseValue)
        list.require(#""identifier_index" = ?"#, ifPresent: query.identifierIndex?.databaseValue)
        list.require(#""external_id" = ?"#, ifPresent: query.externalID?.databaseValue)
        for index in query.nameIndexes {
            list.require(
                """
                EXISTS (
                    SELECT 1 FROM "customer_name" AS "n"
                    WHERE "n"."organisation" = "customer"."organisation" AND "n"."name_index" = ?
                        AND "n"."customer" = "customer"."id")
                """,
                index.databaseValue
            )
        }
        return try await page(list, query.page)
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
