public import ChaveBase
public import ChavePixModel
public import PaymentsModel

extension MemoryPaymentsStore {
    public func organisations() async throws(StorageFault) -> [Organisation] {
        read { $0.organisations.values.sorted { $0.id < $1.id } }
    }

    public func organisation(_ id: OrganisationID) async throws(StorageFault) -> Organisation? {
        read { $0.organisations[id] }
    }

    public func apiKey(_ id: APIKeyID) async throws(StorageFault) -> APIKey? { read { $0.apiKeys[id] } }

    public func apiKeys(of organisation: OrganisationID) async throws(StorageFault) -> [APIKey] {
        read { $0.apiKeys.values.filter { $0.organisation == organisation }.sorted { $0.id < $1.id } }
    }

    public func apiKeys(
        page: PageRequest,
        of organisation: OrganisationID
    ) async throws(StorageFault) -> Page<APIKey> {
        Page(of: try await apiKeys(of: organisation), page) { $0.id.ofAnyKind }
    }

    public func tokenFamily(_ id: String) async throws(StorageFault) -> TokenFamily? { read { $0.families[id] } }

    public func customer(
        _ id: CustomerID,
        of organisation: OrganisationID
    ) async throws(StorageFault) -> Customer? {
        read { $0.customers[id].flatMap { $0.organisation == organisation ? $0 : nil } }
    }

    public func customer(
        identifierIndex: Digest,
        of organisation: OrganisationID
    ) async throws(StorageFault) -> Customer? {
        read {
            $0.customers.values.first {
                $0.organisation == organisation && $0.identifierIndex == identifierIndex
            }
        }
    }

    public func customers(
        _ query: CustomerQuery,
        of organisation: OrganisationID
    ) async throws(StorageFault) -> Page<Customer> {
        let found = read { tables in
            tables.customers.values.filter { customer in
                customer.organisation == organisation
                    && query.only.map { customer.id == $0 } ?? true
                    && query.identifierIndex.map { customer.identifierIndex == $0 } ?? true
                    && query.externalID.map { customer.externalID == $0 } ?? true
                    && Set(query.nameIndexes).isSubset(of: customer.nameIndexes)
            }
        }
        return Page(of: found, query.page) { $0.id.ofAnyKind }
    }

    public func bankAccount(
        _ id: BankAccountID,
        of organisation: OrganisationID
    ) async throws(StorageFault) -> BankAccount? {
        read { $0.bankAccounts[id].flatMap { $0.organisation == organisation ? $0 : nil } }
    }

    public func bankAccounts(
        page: PageRequest,
        of organisation: OrganisationID
    ) async throws(StorageFault) -> Page<BankAccount> {
        let found = read { $0.bankAccounts.values.filter { $0.organisation == organisation } }
        return Page(of: found, page) { $0.id.ofAnyKind }
    }

    public func credential(of enrollment: EnrollmentID) async throws(StorageFault) -> EnrolledCredential? {
        read { $0.credentials[enrollment] }
    }

    public func idempotencyRecord(scope: Digest) async throws(StorageFault) -> IdempotencyRecord? {
        read { $0.idempotency[scope] }
    }

    public func auditEntries(of object: ObjectReference) async throws(StorageFault) -> [AuditEntry] {
        read { $0.audit[object] ?? [] }
    }

    public func events(
        after position: Int64,
        limit: Int
    ) async throws(StorageFault) -> [(position: Int64, event: OutboxEvent)] {
        read { tables in
            let start = min(max(0, Int(clamping: position)), tables.events.count)
            let rest = tables.events[start...].enumerated().compactMap { offset, event in
                event.map { (Int64(start + offset + 1), $0) }
            }
            return Array(rest.prefix(max(0, limit)))
        }
    }

    public func event(
        _ id: EventID,
        of organisation: OrganisationID
    ) async throws(StorageFault) -> OutboxEvent? {
        read { $0.events.compactMap(\.self).first { $0.id == id && $0.organisation == organisation } }
    }

    public func events(
        _ query: EventQuery,
        of organisation: OrganisationID
    ) async throws(StorageFault) -> Page<OutboxEvent> {
        let found = read { tables in
            tables.events.compactMap(\.self).filter { event in
                event.organisation == organisation
                    && query.types.map { $0.contains(event.type) } ?? true
                    && query.objectID.map { event.objectID == $0 } ?? true
                    && query.createdFrom.map { event.at >= $0 } ?? true
                    && query.createdTo.map { event.at <= $0 } ?? true
            }
        }
        return Page(of: found, query.page, id: \.id.ofAnyKind)
    }
}
