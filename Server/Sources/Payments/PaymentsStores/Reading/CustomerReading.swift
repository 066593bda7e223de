public import ChaveBase
public import ChavePixModel
public import PaymentsModel
import SQLPort

/// The statements that read customers and bank accounts, in full.
enum CustomerReading {
    static let own = SQLText.payments(#"SELECT "body" FROM "customer" WHERE "organisation" = ?1 AND "id" = ?2"#)
    static let any = SQLText.payments(#"SELECT "body" FROM "customer" WHERE "id" = ?1"#)
    static let ofIdentifier = SQLText.payments(
        #"SELECT "body" FROM "customer" WHERE "organisation" = ?1 AND "identifier_index" = ?2"#
    )
    static let wrappedOtherwise = SQLText.payments(
        """
        SELECT "body" FROM "customer" WHERE "key_id" IS NOT NULL AND ("key_id" < ?1 OR "key_id" > ?1) LIMIT ?2
        """
    )
    static let account = SQLText.payments(
        #"SELECT \#(BankAccount.columnList) FROM "bank_account" WHERE "organisation" = ?1 AND "id" = ?2"#
    )
}

extension SQLPaymentsStore {
    public func customer(
        _ id: CustomerID,
        of organisation: OrganisationID
    ) async throws(StorageFault) -> Customer? {
        try await first(CustomerReading.own, [organisation, id])
    }

    public func customer(_ id: CustomerID) async throws(StorageFault) -> Customer? {
        try await first(CustomerReading.any, [id])
    }

    public func customer(
        identifierIndex: Digest,
        of organisation: OrganisationID
    ) async throws(StorageFault) -> Customer? {
        try await first(CustomerReading.ofIdentifier, [organisation, identifierIndex])
    }

    public func customers(
        _ query: CustomerQuery,
        of organisation: OrganisationID
    ) async throws(StorageFault) -> Page<Customer> {
        try await page(query.list(of: organisation), query.page)
    }

    public func customers(
        wrappedOtherwiseThan keyID: String,
        limit: Int
    ) async throws(StorageFault) -> [Customer] {
        try await all(CustomerReading.wrappedOtherwise, [keyID, SQLValue.limit(limit)])
    }

    public func bankAccount(
        _ id: BankAccountID,
        of organisation: OrganisationID
    ) async throws(StorageFault) -> BankAccount? {
        try await first(CustomerReading.account, [organisation, id])
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
        list.require("external_id", is: externalID, by: "customer_external_id")
        for index in nameIndexes {
            list.requireID(
                in: #"SELECT "customer" FROM "customer_name" WHERE "organisation" = ? AND "name_index" = ?"#,
                organisation,
                index
            )
        }
        return list
    }
}
