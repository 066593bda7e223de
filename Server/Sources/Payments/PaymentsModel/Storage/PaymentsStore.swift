public import ChaveBase
public import ChavePixModel

/// The storage of the Payments API.
///
/// One contract for every back end: `PaymentsStoreConformance`.
///
/// Reads see everything committed before they began. An object of another organisation does not exist.
public protocol PaymentsStore: RegisteredAppsStore, ErasureStore {
    /// Commits all of the change or nothing; returns when the change is durable.
    func commit(_ change: Change) async throws(CommitFailure)

    func organisations() async throws(StorageFault) -> [Organisation]
    func organisation(_ id: OrganisationID) async throws(StorageFault) -> Organisation?
    func apiKey(_ id: APIKeyID) async throws(StorageFault) -> APIKey?
    func apiKeys(of organisation: OrganisationID) async throws(StorageFault) -> [APIKey]
    func apiKeys(page: PageRequest, of organisation: OrganisationID) async throws(StorageFault) -> Page<APIKey>
    func tokenFamily(_ id: String) async throws(StorageFault) -> TokenFamily?
    /// Reads a token's key, its family and whether its person exists, in one round trip.
    ///
    /// Every request with a token needs this read.
    func standing(of apiKey: APIKeyID, family: String) async throws(StorageFault) -> TokenStanding

    func customer(_ id: CustomerID, of organisation: OrganisationID) async throws(StorageFault) -> Customer?
    func customer(identifierIndex: Digest, of organisation: OrganisationID) async throws(StorageFault) -> Customer?
    func customers(_ query: CustomerQuery, of organisation: OrganisationID) async throws(StorageFault) -> Page<Customer>

    func bankAccount(_ id: BankAccountID, of organisation: OrganisationID) async throws(StorageFault) -> BankAccount?
    func bankAccounts(page: PageRequest, of organisation: OrganisationID) async throws(StorageFault) -> Page<
        BankAccount
    >

    func enrollment(_ id: EnrollmentID, of organisation: OrganisationID) async throws(StorageFault) -> Enrollment?
    /// Finds an enrollment across organisations.
    ///
    /// Only for the worker, a bank's notification and the operator, never for a merchant's request.
    func enrollment(_ id: EnrollmentID) async throws(StorageFault) -> Enrollment?
    func enrollment(stateDigest: Digest) async throws(StorageFault) -> Enrollment?
    func enrollment(bankID: String, at institution: InstitutionID) async throws(StorageFault) -> Enrollment?
    func enrollments(_ query: EnrollmentQuery, of organisation: OrganisationID) async throws(StorageFault) -> Page<
        Enrollment
    >
    /// The existing enrollments of `ids`, in any order.
    func enrollments(_ ids: Set<EnrollmentID>, of organisation: OrganisationID) async throws(StorageFault)
        -> [Enrollment]
    func credential(of enrollment: EnrollmentID) async throws(StorageFault) -> EnrolledCredential?
    /// The first count that is now at its limit; `nil` when there is room.
    func fullBound(of room: DeviceRoom) async throws(StorageFault) -> DeviceRoom.Bound?

    func paymentIntent(_ id: PaymentIntentID, of organisation: OrganisationID) async throws(StorageFault)
        -> PaymentIntent?
    /// Finds an intent across organisations: only for the worker and the operator, never for a merchant's request.
    func paymentIntent(_ id: PaymentIntentID) async throws(StorageFault) -> PaymentIntent?
    /// Finds an intent by the bank's consent or payment id, for the bank's notification.
    func paymentIntent(bankID: String, at institution: InstitutionID) async throws(StorageFault) -> PaymentIntent?
    /// Lists intents.
    ///
    /// The filters `createdFrom` and `createdTo` may use the ids: they are of version 7, made together with the row.
    func paymentIntents(_ query: PaymentIntentQuery, of organisation: OrganisationID) async throws(StorageFault)
        -> Page<PaymentIntent>
    /// The existing intents of `ids`, in any order.
    func paymentIntents(_ ids: Set<PaymentIntentID>, of organisation: OrganisationID) async throws(StorageFault)
        -> [PaymentIntent]
    /// Lists charges, newest intents first.
    ///
    /// A cursor names a charge of a schedule by its own id, any other charge by its intent's.
    func charges(_ query: ChargeQuery, of organisation: OrganisationID) async throws(StorageFault)
        -> Page<ListedCharge>
    /// The intent of a charge, also of one of a schedule.
    func paymentIntent(charge: ChargeID, of organisation: OrganisationID) async throws(StorageFault) -> PaymentIntent?
    /// The intent that reserves `externalID`: open or paid, made with API keys, or by a device for `payer`.
    func paymentIntent(keeping externalID: String, ofDevicesFor payer: CustomerID?, of organisation: OrganisationID)
        async throws(StorageFault) -> PaymentIntent?
    /// Intents of the enrollment that have not ended.
    func openPaymentIntents(of enrollment: EnrollmentID) async throws(StorageFault) -> [PaymentIntent]
    /// Reads an intent and its enrollment in one round trip.
    func enrolledIntent(_ id: PaymentIntentID, of organisation: OrganisationID) async throws(StorageFault)
        -> EnrolledIntent?
    /// Reads everything that the creation of an intent needs, in one round trip.
    func basis(_ query: IntentBasisQuery, of organisation: OrganisationID) async throws(StorageFault) -> IntentBasis
    /// Reads everything that an authorisation needs, as of one moment.
    func authorisationContext(_ id: PaymentIntentID, of organisation: OrganisationID) async throws(StorageFault)
        -> AuthorisationContext?

    func idempotencyRecord(scope: Digest) async throws(StorageFault) -> IdempotencyRecord?
    /// Deletes at most `limit` idempotency keys made before `time`; returns their number.
    func pruneIdempotency(before time: Timestamp, limit: Int) async throws(StorageFault) -> Int

    /// Claims at most `limit` objects until `heldUntil`: scheduled for `plannedUntil` or earlier, and not held at
    /// `now`.
    ///
    /// A hold that ends more than a minute after `heldUntil` does not count: its time was written before the clock was
    /// set back.
    func claimDue(at now: Timestamp, plannedUntil: Timestamp, heldUntil: Timestamp, limit: Int)
        async throws(StorageFault) -> [ObjectReference]
    /// Claims objects scheduled too far ahead, beyond `horizon`: the clock was set back after they were written.
    ///
    /// The claim brings forward the next try and the next check. An object that waits for a person until a deadline
    /// continues to wait. Its stored time does not tell how much of the wait was left.
    func claimStranded(beyond horizon: PlanHorizon, heldUntil: Timestamp, limit: Int) async throws(StorageFault)
        -> [ObjectReference]
    /// Releases the holds of this process, at its start and at its end.
    ///
    /// With one process, this releases all holds. With several processes, the holds of the others remain. The hold of a
    /// dead process ends when its time is over.
    func releaseAll() async throws(StorageFault)

    func auditEntries(of object: ObjectReference) async throws(StorageFault) -> [AuditEntry]
    func events(after position: Int64, limit: Int) async throws(StorageFault) -> [(position: Int64, event: OutboxEvent)]
    /// Finds an event by its `webhook_id`; `nil` also when the event was deleted since.
    func event(_ id: EventID, of organisation: OrganisationID) async throws(StorageFault) -> OutboxEvent?
    func events(_ query: EventQuery, of organisation: OrganisationID) async throws(StorageFault) -> Page<OutboxEvent>
}

extension PaymentsStore {
    /// Reads one after the other, for a store without a faster way.
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

/// The objects that a token depends on; `nil` for each that does not exist.
public struct TokenStanding: Sendable {
    public var apiKey: APIKey?
    public var family: TokenFamily?
    /// Whether the family's customer exists and no erasure was requested; `false` when the family has no customer.
    public var hasPerson: Bool

    public init(apiKey: APIKey?, family: TokenFamily?, hasPerson: Bool) {
        self.apiKey = apiKey
        self.family = family
        self.hasPerson = hasPerson
    }
}

/// The latest times for which work can be scheduled.
public struct PlanHorizon: Hashable, Sendable {
    /// The horizon of work that is under way.
    public var ofWork: Timestamp
    /// The horizon of usable enrollments, which are compared with the bank's at intervals.
    public var ofChecks: Timestamp

    public init(ofWork: Timestamp, ofChecks: Timestamp) {
        self.ofWork = ofWork
        self.ofChecks = ofChecks
    }
}

/// The objects that an authorisation reads.
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
