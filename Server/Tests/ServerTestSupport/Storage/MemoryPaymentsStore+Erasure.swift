public import ChavePixModel
public import PaymentsModel

extension MemoryPaymentsStore {
    public func customer(_ id: CustomerID) async throws(StorageFault) -> Customer? { read { $0.customers[id] } }

    public func openEnrollments(
        of customer: CustomerID,
        _ organisation: OrganisationID
    ) async throws(StorageFault) -> [Enrollment] {
        read { $0.openEnrollments(of: customer, organisation) }.sorted { $0.id < $1.id }
    }

    public func openPaymentIntents(
        of customer: CustomerID,
        _ organisation: OrganisationID
    ) async throws(StorageFault) -> [PaymentIntent] {
        read { $0.openIntents(of: customer, organisation) }.sorted { $0.id < $1.id }
    }

    public func customers(
        wrappedOtherwiseThan keyID: String,
        limit: Int
    ) async throws(StorageFault) -> [Customer] {
        let found = read { $0.customers.values.filter { $0.key.map { $0.keyID != keyID } ?? false } }
        return Array(found.sorted { $0.id < $1.id }.prefix(max(0, limit)))
    }

    /// Memory keeps nothing that was overwritten.
    public func forgetOverwritten() async throws(StorageFault) -> Bool { true }
}

extension MemoryTables {
    func openEnrollments(of customer: CustomerID, _ organisation: OrganisationID) -> [Enrollment] {
        enrollments.values
            .filter {
                $0.object.customer == customer && $0.object.organisation == organisation && $0.schedule.wakeAt != nil
            }
            .map(\.object)
    }

    func openIntents(of customer: CustomerID, _ organisation: OrganisationID) -> [PaymentIntent] {
        intents.values.map(\.object)
            .filter { $0.customer == customer && $0.organisation == organisation && !$0.isAtEnd }
    }

    func hasOpen(of customer: CustomerID, _ organisation: OrganisationID) -> Bool {
        !openEnrollments(of: customer, organisation).isEmpty || !openIntents(of: customer, organisation).isEmpty
    }

    func requireUnmoved(_ isSo: Bool) throws(CommitFailure) {
        guard isSo else { throw .conflict }
    }

    mutating func update(_ customer: Customer, expected: Int64, _ schedule: Change.Schedule) throws(CommitFailure) {
        try requireUnmoved(
            customers[customer.id].map { $0.organisation == customer.organisation && $0.version == expected } ?? false
        )
        let isTaken = customers.values.contains {
            $0.organisation == customer.organisation && $0.id != customer.id
                && $0.identifierIndex == customer.identifierIndex
        }
        if isTaken { throw .taken(.customerIdentifier) }
        customers[customer.id] = customer
        customerSchedules[customer.id] = schedule
    }

    mutating func erase(_ enrollment: Enrollment, expected: Int64) throws(CommitFailure) {
        let stored = enrollments[enrollment.id]
        try requireUnmoved(
            stored?.object.organisation == enrollment.organisation && stored?.object.version == expected
                && stored?.schedule.wakeAt == nil
        )
        enrollments[enrollment.id]?.object = enrollment
        credentials[enrollment.id] = nil
    }

    mutating func erase(_ intent: PaymentIntent, expected: Int64) throws(CommitFailure) {
        let stored = intents[intent.id]?.object
        try requireUnmoved(
            stored?.organisation == intent.organisation && stored?.version == expected && stored?.isAtEnd == true
        )
        intents[intent.id]?.object = intent
    }
}
