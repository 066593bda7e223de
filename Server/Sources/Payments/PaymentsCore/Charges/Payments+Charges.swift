public import ChaveBase
public import ChavePixModel

/// What a list of charges is narrowed by.
public struct ChargeFilter: Hashable, Sendable {
    public var paymentIntent: PaymentIntentID?
    public var customer: CustomerID?
    /// The number of the payer, who may be nobody that the organisation knows.
    public var customerIdentifier: String?
    public var status: ChargeStatus?
    public var createdFrom: Timestamp?
    public var createdTo: Timestamp?
    public var amount: Money?
    /// At least and at most, both included.
    public var amountFrom: Money?
    public var amountTo: Money?

    public init() {}
}

/// The attempts to collect: an intent has one, which is made and ends with it.
extension Payments {
    /// `GET /charges/{id}/`.
    public func charge(_ id: ChargeID, for caller: Caller) async throws(APIFailure) -> ChargeResource {
        guard case .merchant(let organisation, _) = caller else { throw .permissionDenied }
        let found = try await read { () async throws(StorageFault) in
            try await self.store.paymentIntent(charge: id, of: organisation)
        }
        guard let found else { throw .notFound }
        return try await charges(of: [found], in: organisation)[0]
    }

    /// `GET /charges/`: in the order of their intents, whose ids are the cursors.
    public func charges(
        _ filter: ChargeFilter,
        page: PageRequest,
        for caller: Caller
    ) async throws(APIFailure) -> Page<ChargeResource> {
        guard case .merchant(let organisation, _) = caller else { throw .permissionDenied }
        var query = PaymentIntentQuery()
        query.page = page
        query.only = filter.paymentIntent
        switch try await payer(filter.customer, identifier: filter.customerIdentifier, for: caller) {
        case .anybody: break
        case .one(let customer): query.customer = customer
        case .nobody: return .empty
        }
        query.statuses = filter.status?.intentStatuses
        query.createdFrom = filter.createdFrom
        query.createdTo = filter.createdTo
        (query.amount, query.amountFrom, query.amountTo) = (filter.amount, filter.amountFrom, filter.amountTo)
        let scoped = query
        let found = try await read { () async throws(StorageFault) in
            try await self.store.paymentIntents(scoped, of: organisation)
        }
        return found.with(try await charges(of: found.items, in: organisation))
    }

    private func charges(
        of intents: [PaymentIntent],
        in organisation: OrganisationID
    ) async throws(APIFailure) -> [ChargeResource] {
        let known = try await enrollments(of: intents, in: organisation)
        return intents.map { charge(of: $0, known[$0.enrollment], customer: $0.customer) }
    }

    /// One read for the enrollments of all.
    func enrollments(
        of intents: [PaymentIntent],
        in organisation: OrganisationID
    ) async throws(APIFailure) -> [EnrollmentID: Enrollment] {
        guard !intents.isEmpty else { return [:] }
        let found = try await read { () async throws(StorageFault) in
            try await self.store.enrollments(Set(intents.map(\.enrollment)), of: organisation)
        }
        return Dictionary(found.map { ($0.id, $0) }) { first, _ in first }
    }

    func charge(of intent: PaymentIntent, _ enrollment: Enrollment?, customer: CustomerID) -> ChargeResource {
        ChargeResource(
            id: intent.charge,
            createdAt: intent.createdAt,
            updatedAt: intent.updatedAt,
            paymentIntent: intent.id,
            customer: customer,
            amount: intent.amount,
            description: intent.details.description,
            statementDescription: intent.details.statementDescription,
            status: intent.chargeStatus,
            failureCode: intent.end?.code,
            failureMessage: intent.endMessage,
            payerInformation: enrollment.flatMap(payerInformation)
        )
    }
}

extension ChargeStatus {
    /// The statuses of an intent whose charge has this one; empty where there is no such status.
    var intentStatuses: [PaymentIntentStatus] {
        switch self {
        case .pending: [.pending, .processing]
        case .succeeded: [.succeeded]
        case .failed: [.failed, .canceled]
        default: []
        }
    }
}
