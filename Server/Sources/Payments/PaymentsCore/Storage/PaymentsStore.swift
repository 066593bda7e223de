public import ChaveBase
public import ChavePixModel

/// Everything the Payments API keeps.
///
/// One contract for every back end: `PaymentsStoreConformance`.
///
/// Reads see everything committed before they began. An object of another organisation does not exist.
public protocol PaymentsStore: RegisteredAppsStore, ErasureStore {
    /// All or nothing; returns when it is durable.
    func commit(_ change: Change) async throws(CommitFailure)

    func organisations() async throws(StorageFault) -> [Organisation]
    func organisation(_ id: OrganisationID) async throws(StorageFault) -> Organisation?
    func apiKey(_ id: APIKeyID) async throws(StorageFault) -> APIKey?
    func apiKeys(of organisation: OrganisationID) async throws(StorageFault) -> [APIKey]
    func apiKeys(page: PageRequest, of organisation: OrganisationID) async throws(StorageFault) -> Page<APIKey>
    func tokenFamily(_ id: String) async throws(StorageFault) -> TokenFamily?
    /// A token's key, its family and whether its person is there, in one go: every request with a token asks.
    func standing(of apiKey: APIKeyID, family: String) async throws(StorageFault) -> TokenStanding

    func customer(_ id: CustomerID, of organisation: OrganisationID) async throws(StorageFault) -> Customer?
    func customer(identifierIndex: Digest, of organisation: OrganisationID) async throws(StorageFault) -> Customer?
    func customers(_ query: CustomerQuery, of organisation: OrganisationID) async throws(StorageFault) -> Page<Customer>

    func bankAccount(_ id: BankAccountID, of organisation: OrganisationID) async throws(StorageFault) -> BankAccount?
    func bankAccounts(page: PageRequest, of organisation: OrganisationID) async throws(StorageFault) -> Page<
        BankAccount
    >

    func enrollment(_ id: EnrollmentID, of organisation: OrganisationID) async throws(StorageFault) -> Enrollment?
    /// Across organisations: for the worker, a bank's notification and the operator, never for a merchant's request.
    func enrollment(_ id: EnrollmentID) async throws(StorageFault) -> Enrollment?
    func enrollment(stateDigest: Digest) async throws(StorageFault) -> Enrollment?
    func enrollment(bankID: String, at institution: InstitutionID) async throws(StorageFault) -> Enrollment?
    func enrollments(_ query: EnrollmentQuery, of organisation: OrganisationID) async throws(StorageFault) -> Page<
        Enrollment
    >
    /// Those of `ids` that there are, in any order.
    func enrollments(_ ids: Set<EnrollmentID>, of organisation: OrganisationID) async throws(StorageFault)
        -> [Enrollment]
    func credential(of enrollment: EnrollmentID) async throws(StorageFault) -> EnrolledCredential?
    /// The first count that is at its limit, as of now; `nil` where there is room.
    func fullBound(of room: DeviceRoom) async throws(StorageFault) -> DeviceRoom.Bound?

    func paymentIntent(_ id: PaymentIntentID, of organisation: OrganisationID) async throws(StorageFault)
        -> PaymentIntent?
    /// Across organisations: for the worker and the operator, never for a merchant's request.
    func paymentIntent(_ id: PaymentIntentID) async throws(StorageFault) -> PaymentIntent?
    /// By the bank's consent or payment id, for its notification.
    func paymentIntent(bankID: String, at institution: InstitutionID) async throws(StorageFault) -> PaymentIntent?
    /// `createdFrom` and `createdTo` may rely on what ids are: of version 7, made when the row was.
    func paymentIntents(_ query: PaymentIntentQuery, of organisation: OrganisationID) async throws(StorageFault)
        -> Page<PaymentIntent>
    func paymentIntent(charge: ChargeID, of organisation: OrganisationID) async throws(StorageFault) -> PaymentIntent?
    /// The intent that keeps `externalID` from others: open or paid, made with API keys, or by a device for `payer`.
    func paymentIntent(keeping externalID: String, ofDevicesFor payer: CustomerID?, of organisation: OrganisationID)
        async throws(StorageFault) -> PaymentIntent?
    /// Intents of the enrollment that are not at their end.
    func openPaymentIntents(of enrollment: EnrollmentID) async throws(StorageFault) -> [PaymentIntent]
    /// In one round trip.
    func enrolledIntent(_ id: PaymentIntentID, of organisation: OrganisationID) async throws(StorageFault)
        -> EnrolledIntent?
    /// All that the creation of an intent looks at, in one round trip.
    func basis(_ query: IntentBasisQuery, of organisation: OrganisationID) async throws(StorageFault) -> IntentBasis
    /// All that an authorisation looks at, as of one moment.
    func authorisationContext(_ id: PaymentIntentID, of organisation: OrganisationID) async throws(StorageFault)
        -> AuthorisationContext?

    func idempotencyRecord(scope: Digest) async throws(StorageFault) -> IdempotencyRecord?
    /// Forgets keys made before `time`, at most `limit`; returns how many.
    func pruneIdempotency(before time: Timestamp, limit: Int) async throws(StorageFault) -> Int

    /// Claims at most `limit` objects that are planned for `plannedUntil` or earlier and that nobody holds at `now`, until
    /// `heldUntil`.
    ///
    /// What is held a minute longer than that is held by nobody: a clock that was put back since wrote its time.
    func claimDue(at now: Timestamp, plannedUntil: Timestamp, heldUntil: Timestamp, limit: Int)
        async throws(StorageFault) -> [ObjectReference]
    /// The same for objects that are planned farther ahead than `horizon`, whose times a clock wrote that was put back since.
    ///
    /// It brings forward the next try and the next check. What waits for somebody until a deadline waits on: how much of
    /// the time to it was left, the stored time does not tell.
    func claimStranded(beyond horizon: PlanHorizon, heldUntil: Timestamp, limit: Int) async throws(StorageFault)
        -> [ObjectReference]
    /// At the start and at the end of a process: what it holds is free.
    ///
    /// Where there is one process, that is whatever is held. Where there are several, what the others hold stays theirs, and
    /// what a dead one held is free once its time is over.
    func releaseAll() async throws(StorageFault)

    func auditEntries(of object: ObjectReference) async throws(StorageFault) -> [AuditEntry]
    func events(after position: Int64, limit: Int) async throws(StorageFault) -> [(position: Int64, event: OutboxEvent)]
    /// By the `webhook_id`; `nil` also where it has been forgotten since.
    func event(_ id: EventID, of organisation: OrganisationID) async throws(StorageFault) -> OutboxEvent?
    func events(_ query: EventQuery, of organisation: OrganisationID) async throws(StorageFault) -> Page<OutboxEvent>
}

extension PaymentsStore {
    /// One after the other, for a store to which both ways are one.
    public func standing(of apiKey: APIKeyID, family: String) async throws(StorageFault) -> TokenStanding {
        let family = try await tokenFamily(family)
        var person: Customer?
        if let family, let id = family.customer { person = try await customer(id, of: family.organisation) }
        return TokenStanding(
            apiKey: try await self.apiKey(apiKey),
            family: family,
            hasPerson: person.map { $0.erasure == nil } ?? false
        )
    }
}

/// What a token rests on; `nil` for what there is not.
public struct TokenStanding: Sendable {
    public var apiKey: APIKey?
    public var family: TokenFamily?
    /// Whether the family's customer is there and nobody has asked for its erasure; `false` where it has none.
    public var hasPerson: Bool

    public init(apiKey: APIKey?, family: TokenFamily?, hasPerson: Bool) {
        self.apiKey = apiKey
        self.family = family
        self.hasPerson = hasPerson
    }
}

/// How far ahead anything is planned.
public struct PlanHorizon: Hashable, Sendable {
    /// Of what is under way.
    public var ofWork: Timestamp
    /// Of an enrollment that is usable, and is compared with the bank's now and then.
    public var ofChecks: Timestamp

    public init(ofWork: Timestamp, ofChecks: Timestamp) {
        self.ofWork = ofWork
        self.ofChecks = ofChecks
    }
}

/// What an authorisation looks at.
public struct AuthorisationContext: Sendable {
    public var intent: PaymentIntent
    public var enrollment: Enrollment
    public var credential: EnrolledCredential?
    public var beneficiary: BankAccount
    public var customer: Customer

    public init(
        intent: PaymentIntent,
        enrollment: Enrollment,
        credential: EnrolledCredential?,
        beneficiary: BankAccount,
        customer: Customer
    ) {
        self.intent = intent
        self.enrollment = enrollment
        self.credential = credential
        self.beneficiary = beneficiary
        self.customer = customer
    }
}
