import ChaveBase
import ChavePixModel
import InstitutionPort
import PaymentsModel
import ServerTestSupport
import Synchronization

/// The life of one process: it ends at a commit, and nothing that it still does counts.
final class Life: Sendable {
    /// Where in a commit a process dies.
    enum Moment: CaseIterable, Sendable {
        case beforeStoring
        case afterStoring
    }

    struct Death: Error {}

    private struct State {
        var isDead = false
        var commitsLeft: Int?
        var moment = Moment.beforeStoring
        var reads = 0
        var afterRead: (@Sendable () async throws -> Void)?
        var afterOperatorsRead: (@Sendable () async throws -> Void)?
    }
    private let state = Mutex(State())

    var isDead: Bool { state.withLock(\.isDead) }

    /// How often it has read the store.
    var reads: Int { state.withLock(\.reads) }

    func countRead() { state.withLock { $0.reads += 1 } }

    /// Does something once, between the next read of a request and what the request does with it.
    func afterNextRead(_ body: @escaping @Sendable () async throws -> Void) { state.withLock { $0.afterRead = body } }

    /// The same of a read over all organisations, by the operator or a run.
    func afterNextReadOfAny(_ body: @escaping @Sendable () async throws -> Void) {
        state.withLock { $0.afterOperatorsRead = body }
    }

    func haveReadOfAny() async throws(StorageFault) {
        let body = state.withLock { state in
            defer { state.afterOperatorsRead = nil }
            return state.afterOperatorsRead
        }
        do { try await body?() } catch { throw StorageFault(underlying: error) }
    }

    func haveRead() async throws(StorageFault) {
        let body = state.withLock { state in
            defer { state.afterRead = nil }
            return state.afterRead
        }
        do { try await body?() } catch { throw StorageFault(underlying: error) }
    }

    /// Ends this life at the `number`th commit from now; 1 is the next one.
    func end(atCommit number: Int, _ moment: Moment) {
        state.withLock { state in
            state.commitsLeft = number
            state.moment = moment
        }
    }

    /// It dies no more.
    func spare() { state.withLock { $0.commitsLeft = nil } }

    /// Whether this commit is stored, and whether anybody hears of it.
    func commitHappens() -> (isStored: Bool, isHeard: Bool) {
        state.withLock { state in
            if state.isDead { return (false, false) }
            guard let left = state.commitsLeft else { return (true, true) }
            state.commitsLeft = left - 1
            guard left == 1 else { return (true, true) }
            state.isDead = true
            return (state.moment == .afterStoring, false)
        }
    }
}

/// A bank that a dead process cannot reach.
struct MortalConnector: InstitutionConnector {
    let bank: ScriptedBank
    let life: Life

    func send(_ call: InstitutionCall, timeoutMilliseconds: Int) async -> InstitutionReply {
        guard !life.isDead else { return .unknown(.unreachable) }
        return await bank.send(call, timeoutMilliseconds: timeoutMilliseconds)
    }

    func route(to institution: InstitutionID) async -> InstitutionRouting { await bank.route(to: institution) }

    func verify(_ question: IdentityQuestion) async -> IdentityVerdict { await bank.verify(question) }
}

/// The store as one process sees it until it dies.
struct MortalStore: PaymentsStore {
    let store: any PaymentsStore
    let life: Life

    func commit(_ change: Change) async throws(CommitFailure) {
        let (isStored, isHeard) = life.commitHappens()
        if isStored { try await store.commit(change) }
        if !isHeard { throw .fault(StorageFault(underlying: Life.Death(), isOutcomeUnknown: true)) }
    }

    private func alive() throws(StorageFault) -> any PaymentsStore {
        life.countRead()
        if life.isDead { throw StorageFault(underlying: Life.Death()) }
        return store
    }

    func organisations() async throws(StorageFault) -> [Organisation] { try await alive().organisations() }
    func organisation(_ id: OrganisationID) async throws(StorageFault) -> Organisation? {
        try await alive().organisation(id)
    }
    func apiKey(_ id: APIKeyID) async throws(StorageFault) -> APIKey? { try await alive().apiKey(id) }
    func apiKeys(of organisation: OrganisationID) async throws(StorageFault) -> [APIKey] {
        try await alive().apiKeys(of: organisation)
    }
    func apiKeys(page: PageRequest, of organisation: OrganisationID) async throws(StorageFault) -> Page<APIKey> {
        try await alive().apiKeys(page: page, of: organisation)
    }
    func tokenFamily(_ id: String) async throws(StorageFault) -> TokenFamily? { try await alive().tokenFamily(id) }

    func customer(_ id: CustomerID, of organisation: OrganisationID) async throws(StorageFault) -> Customer? {
        try await alive().customer(id, of: organisation)
    }
    func customer(identifierIndex: Digest, of organisation: OrganisationID) async throws(StorageFault) -> Customer? {
        try await alive().customer(identifierIndex: identifierIndex, of: organisation)
    }
    func customers(_ query: CustomerQuery, of organisation: OrganisationID) async throws(StorageFault) -> Page<Customer>
    {
        try await alive().customers(query, of: organisation)
    }

    func bankAccount(_ id: BankAccountID, of organisation: OrganisationID) async throws(StorageFault) -> BankAccount? {
        try await alive().bankAccount(id, of: organisation)
    }
    func bankAccounts(page: PageRequest, of organisation: OrganisationID) async throws(StorageFault)
        -> Page<BankAccount>
    {
        try await alive().bankAccounts(page: page, of: organisation)
    }

    func customer(_ id: CustomerID) async throws(StorageFault) -> Customer? { try await alive().customer(id) }
    func openEnrollments(
        of customer: CustomerID,
        _ organisation: OrganisationID
    ) async throws(StorageFault) -> [Enrollment] {
        try await alive().openEnrollments(of: customer, organisation)
    }
    func openPaymentIntents(
        of customer: CustomerID,
        _ organisation: OrganisationID
    ) async throws(StorageFault) -> [PaymentIntent] {
        try await alive().openPaymentIntents(of: customer, organisation)
    }
    func customers(wrappedOtherwiseThan keyID: String, limit: Int) async throws(StorageFault) -> [Customer] {
        try await alive().customers(wrappedOtherwiseThan: keyID, limit: limit)
    }
    func forgetOverwritten() async throws(StorageFault) -> Bool { try await alive().forgetOverwritten() }
    func app(_ id: AppID, of organisation: OrganisationID) async throws(StorageFault) -> RegisteredApp? {
        try await alive().app(id, of: organisation)
    }
    func apps(page: PageRequest, of organisation: OrganisationID) async throws(StorageFault) -> Page<RegisteredApp> {
        try await alive().apps(page: page, of: organisation)
    }
    func hasCallbackURL(_ url: String, of organisation: OrganisationID) async throws(StorageFault) -> Bool {
        try await alive().hasCallbackURL(url, of: organisation)
    }
    func registeredApps() async throws(StorageFault) -> [RegisteredApp] {
        let found = try await alive().registeredApps()
        try await life.haveRead()
        return found
    }
    func paymentIntent(charge: ChargeID, of organisation: OrganisationID) async throws(StorageFault) -> PaymentIntent? {
        try await alive().paymentIntent(charge: charge, of: organisation)
    }

    func idempotencyRecord(scope: Digest) async throws(StorageFault) -> IdempotencyRecord? {
        try await alive().idempotencyRecord(scope: scope)
    }
    func pruneIdempotency(before time: Timestamp, limit: Int) async throws(StorageFault) -> Int {
        try await alive().pruneIdempotency(before: time, limit: limit)
    }
    func claimDue(at now: Timestamp, plannedUntil: Timestamp, heldUntil: Timestamp, limit: Int)
        async throws(StorageFault) -> [ObjectReference]
    {
        try await alive().claimDue(at: now, plannedUntil: plannedUntil, heldUntil: heldUntil, limit: limit)
    }
    func claimStranded(beyond horizon: PlanHorizon, heldUntil: Timestamp, limit: Int) async throws(StorageFault)
        -> [ObjectReference]
    {
        try await alive().claimStranded(beyond: horizon, heldUntil: heldUntil, limit: limit)
    }
    func releaseAll() async throws(StorageFault) { try await alive().releaseAll() }
    func auditEntries(of object: ObjectReference) async throws(StorageFault) -> [AuditEntry] {
        try await alive().auditEntries(of: object)
    }
    func events(after position: Int64, limit: Int) async throws(StorageFault) -> [(
        position: Int64, event: OutboxEvent
    )] {
        try await alive().events(after: position, limit: limit)
    }
    func event(_ id: EventID, of organisation: OrganisationID) async throws(StorageFault) -> OutboxEvent? {
        try await alive().event(id, of: organisation)
    }
    func events(_ query: EventQuery, of organisation: OrganisationID) async throws(StorageFault) -> Page<OutboxEvent> {
        try await alive().events(query, of: organisation)
    }
}

extension MortalStore {
    func enrollment(_ id: EnrollmentID, of organisation: OrganisationID) async throws(StorageFault) -> Enrollment? {
        let found = try await alive().enrollment(id, of: organisation)
        try await life.haveRead()
        return found
    }
    func enrollment(_ id: EnrollmentID) async throws(StorageFault) -> Enrollment? {
        let found = try await alive().enrollment(id)
        try await life.haveReadOfAny()
        return found
    }
    func enrollment(stateDigest: Digest) async throws(StorageFault) -> Enrollment? {
        try await alive().enrollment(stateDigest: stateDigest)
    }
    func enrollment(bankID: String, at institution: InstitutionID) async throws(StorageFault) -> Enrollment? {
        try await alive().enrollment(bankID: bankID, at: institution)
    }
    func enrollments(_ query: EnrollmentQuery, of organisation: OrganisationID) async throws(StorageFault)
        -> Page<Enrollment>
    {
        try await alive().enrollments(query, of: organisation)
    }
    func enrollments(_ ids: Set<EnrollmentID>, of organisation: OrganisationID) async throws(StorageFault)
        -> [Enrollment]
    {
        try await alive().enrollments(ids, of: organisation)
    }
    func credential(of enrollment: EnrollmentID) async throws(StorageFault) -> EnrolledCredential? {
        try await alive().credential(of: enrollment)
    }

    func paymentIntent(_ id: PaymentIntentID, of organisation: OrganisationID) async throws(StorageFault)
        -> PaymentIntent?
    {
        let found = try await alive().paymentIntent(id, of: organisation)
        try await life.haveRead()
        return found
    }
    func paymentIntent(_ id: PaymentIntentID) async throws(StorageFault) -> PaymentIntent? {
        let found = try await alive().paymentIntent(id)
        try await life.haveReadOfAny()
        return found
    }
    func paymentIntent(bankID: String, at institution: InstitutionID) async throws(StorageFault) -> PaymentIntent? {
        try await alive().paymentIntent(bankID: bankID, at: institution)
    }
    func paymentIntents(_ ids: Set<PaymentIntentID>, of organisation: OrganisationID) async throws(StorageFault)
        -> [PaymentIntent]
    {
        try await alive().paymentIntents(ids, of: organisation)
    }

    func charges(_ query: ChargeQuery, of organisation: OrganisationID) async throws(StorageFault)
        -> Page<ListedCharge>
    {
        try await alive().charges(query, of: organisation)
    }

    func paymentIntents(_ query: PaymentIntentQuery, of organisation: OrganisationID) async throws(StorageFault)
        -> Page<PaymentIntent>
    {
        try await alive().paymentIntents(query, of: organisation)
    }
    func fullBound(of room: DeviceRoom) async throws(StorageFault) -> DeviceRoom.Bound? {
        try await alive().fullBound(of: room)
    }
    func paymentIntent(keeping externalID: String, ofDevicesFor payer: CustomerID?, of organisation: OrganisationID)
        async throws(StorageFault) -> PaymentIntent?
    {
        try await alive().paymentIntent(keeping: externalID, ofDevicesFor: payer, of: organisation)
    }
    func openPaymentIntents(of enrollment: EnrollmentID) async throws(StorageFault) -> [PaymentIntent] {
        try await alive().openPaymentIntents(of: enrollment)
    }
    func enrolledIntent(_ id: PaymentIntentID, of organisation: OrganisationID) async throws(StorageFault)
        -> EnrolledIntent?
    {
        let found = try await alive().enrolledIntent(id, of: organisation)
        try await life.haveRead()
        return found
    }
    func basis(_ query: IntentBasisQuery, of organisation: OrganisationID) async throws(StorageFault) -> IntentBasis {
        let found = try await alive().basis(query, of: organisation)
        try await life.haveRead()
        return found
    }
    func authorisationContext(_ id: PaymentIntentID, of organisation: OrganisationID) async throws(StorageFault)
        -> AuthorisationContext?
    {
        try await alive().authorisationContext(id, of: organisation)
    }
}
