public import ChaveBase
public import ChavePixModel
public import PaymentsModel

/// The filters for a list of charges.
public struct ChargeFilter: Hashable, Sendable {
    public var paymentIntent: PaymentIntentID?
    public var customer: CustomerID?
    /// The payer's CPF or CNPJ; the organisation may not know this payer.
    public var customerIdentifier: String?
    public var status: ChargeStatus?
    public var createdFrom: Timestamp?
    public var createdTo: Timestamp?
    public var amount: Money?
    /// The smallest and the largest amount, both included.
    public var amountFrom: Money?
    public var amountTo: Money?

    public init() {}
}

/// The operations on charges: an intent has one charge, which is made and ends with it.
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

    /// `GET /charges/`: lists charges in the order of their intents, whose ids are the cursors.
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

    /// Reads the enrollments of all intents with one query.
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
    /// The intent statuses that correspond to this charge status; empty when there is none.
    var intentStatuses: [PaymentIntentStatus] {
        switch self {
        case .pending: [.pending, .processing]
        case .succeeded: [.succeeded]
        case .failed: [.failed, .canceled]
        default: []
        }
    }
}
