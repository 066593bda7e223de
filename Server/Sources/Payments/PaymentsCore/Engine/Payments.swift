public import ChaveBase
public import ChavePixModel
public import InstitutionPort
public import PaymentsModel
package import Waiting

/// The Payments API without HTTP: every operation of the contract, over ports.
///
/// Each operation reads, decides purely, commits, and reloads on a conflict. A run of the object's own state machine
/// (`EnrollmentRun`, `PaymentIntentRun`) does the work that needs a bank. A request starts the run and waits for its
/// result.
public final class Payments: Sendable {
    let store: any PaymentsStore
    let directory: InstitutionDirectory
    let fieldKey: FieldKey
    let tokens: AccessTokens
    let world: World
    let bank: Bank
    let bankTokens: BankTokens
    /// The pushes of new addresses for holders that are under way.
    let redirects = SharedWork<EnrollmentID, Enrollment?>()
    let board: ChangeBoard<ObjectReference>
    let runners: Runners
    let noticed = NoticedObjects()
    let associations = AssociationShelf()
    private let sweeps = SweepClock()
    public let policy: PaymentsPolicy
    /// Receives alerts that an operator must see; they contain nothing personal.
    let alert: @Sendable (Alert) -> Void
    /// Receives observations that are worth counting.
    let observe: @Sendable (Observation) -> Void
    /// Receives the account of each verified ceremony; without a listener, no account is made.
    package let recount: (@Sendable (CeremonyAccount) -> Void)?

    /// Something that needs an operator or a metric.
    public enum Alert: Hashable, Sendable {
        case storageFailed(String)
        case paymentUnsettled(PaymentIntentID, seconds: Int64)
        case bankContradicts(ObjectReference, String)
        case sealedFieldDamaged(String)
        case unexpectedEvent(String)
    }

    public init(
        store: any PaymentsStore,
        connector: any InstitutionConnector,
        directory: InstitutionDirectory,
        fieldKey: FieldKey,
        tokens: AccessTokens,
        world: World,
        policy: PaymentsPolicy,
        alert: @escaping @Sendable (Alert) -> Void,
        observe: @escaping @Sendable (Observation) -> Void = { _ in },
        recount: (@Sendable (CeremonyAccount) -> Void)? = nil,
        runs: RunsUnderWay = RunsUnderWay()
    ) {
        runners = Runners(counting: runs)
        self.store = store
        self.directory = directory
        self.fieldKey = fieldKey
        self.tokens = tokens
        self.world = world
        self.policy = policy
        self.alert = alert
        self.observe = observe
        self.recount = recount
        bank = Bank(connector: connector, world: world, runs: runs)
        bankTokens = BankTokens()
        board = ChangeBoard(world: world)
    }

    /// Starts the work that the object's state requires, and returns at once.
    ///
    /// `isClaimed` means that a sweep has claimed the object: any earlier worker, here or on another node, has stopped.
    ///
    /// `stored` is an intent that was just stored. Unless a run is already active, the new run starts from `stored`. It
    /// does not read the intent or the data that was read for it.
    func start(_ object: ObjectReference, isClaimed: Bool = false, from stored: StoredIntent? = nil) {
        runners.start(object) { [self] isFirst in
            switch object {
            case .enrollment(let id):
                let run = EnrollmentRun(payments: self, id: id, isClaimed: isClaimed && isFirst)
                await InstitutionWork.$current.withValue(id.text) { await run.run() }
            case .paymentIntent(let id):
                let run = PaymentIntentRun(
                    payments: self,
                    id: id,
                    isClaimed: isClaimed && isFirst,
                    from: isFirst ? stored : nil
                )
                await InstitutionWork.$current.withValue(id.text) { await run.run() }
            case .customer(let id): await CustomerErasureRun(payments: self, id: id).run()
            case .bankAccount, .app, .apiKey: break
            }
            // Only commits and time wake waiting readers. A run that found nothing to do must not wake the request that
            // started it: the request would start the run again at once.
        }
    }

    /// Claims and starts objects that are due and that nobody works on; returns how many it started.
    @discardableResult
    public func sweep(limit: Int = 100) async throws(StorageFault) -> Int {
        let (now, uptime) = (world.deadlineNow(), world.uptimeMilliseconds())
        let horizon = sweeps.horizon(at: now, uptime: uptime)
        let heldUntil = now.adding(seconds: 30)
        var due = try await store.claimDue(at: now, plannedUntil: horizon, heldUntil: heldUntil, limit: limit)
        if let horizon = sweeps.strandedBeyond(at: now), due.count < limit {
            due += try await store.claimStranded(beyond: horizon, heldUntil: heldUntil, limit: limit - due.count)
        }
        for object in due { start(object, isClaimed: true) }
        if due.count < limit { sweeps.finished(at: now, uptime: uptime) }
        return due.count
    }

    /// How many objects have a run now; zero means nothing is under way in this process.
    public var runningCount: Int { runners.count }

    /// Starts `object` and waits until `answer` returns a value, or until the time for a response is up.
    ///
    /// `stored` itself contains no result: the object that was just stored is read again once it has changed.
    func answer<Answer: Sendable>(
        from object: ObjectReference,
        startingFrom stored: StoredIntent? = nil,
        when answer: @Sendable () async throws(StorageFault) -> Answer?
    ) async throws(APIFailure) -> Answer {
        let deadline = world.uptimeMilliseconds() + Int64(policy.answersWithinMilliseconds)
        var isFirst = true
        while true {
            let ticket = board.ticket(for: object)
            defer { board.forget(ticket) }
            if isFirst { start(object, from: stored) }
            if !isFirst || stored == nil, let found = try await read(answer) { return found }
            // Only when there is no result yet: at its end, an active run would read everything once more.
            if !isFirst { start(object) }
            isFirst = false
            let remaining = deadline - world.uptimeMilliseconds()
            guard remaining > 0, !Task.isCancelled else { throw .institutionUnavailable }
            // A failed call is retried within this request: its next try is at most this far away.
            await board.wait(ticket, milliseconds: min(remaining, 500))
        }
    }
}

extension Payments {
    /// An event that is worth counting and that no list shows: values and ids only, nothing personal.
    public enum Observation: Hashable, Sendable {
        /// The platform verified a ceremony; `refusal` is the raw value of the refusing step, `nil` when the ceremony
        /// is valid.
        case verified(Ceremony, refusal: String?)
        /// The platform accepted a callback that named no enrollment of the person's own session.
        case unboundCallback(EnrollmentID)

        public enum Ceremony: String, Hashable, Sendable, CaseIterable {
            case registration, authentication
        }
    }
}

extension Payments {
    /// The actor of audit entries for the operator's actions.
    static let operatorActor = "operator"

    /// Ends an enrollment of any organisation, as its merchant's own call would; only for the operator.
    ///
    /// The end counts here at once, and the platform notifies the bank with as many retries as necessary. An enrollment
    /// that has already ended does not change.
    public func revokeAsOperator(_ id: EnrollmentID) async throws(APIFailure) {
        for _ in 0..<Payments.looks {
            let found = try await read { () async throws(StorageFault) in try await self.store.enrollment(id) }
            guard let enrollment = found else { throw .notFound }
            guard enrollment.end == nil else { return }
            if try await cancel(enrollment, actor: Payments.operatorActor) != nil { return }
        }
        throw .enrollmentKeepsChanging
    }
}

extension Payments {
    /// Gives up a payment intent of any organisation, as its merchant's own call would; only for the operator.
    ///
    /// The call works before the approval and in time, and for what is left of a schedule. An intent that is already
    /// canceled does not change.
    public func cancelAsOperator(_ id: PaymentIntentID) async throws(APIFailure) {
        for _ in 0..<Payments.looks {
            let found = try await read { () async throws(StorageFault) in try await self.store.paymentIntent(id) }
            guard let intent = found else { throw .notFound }
            if intent.end?.outcome == .canceled { return }
            if case .scheduled = intent.state {
                guard try await ask(toCancel: nil, of: intent, actor: Payments.operatorActor, nil) else { continue }
                _ = try await cancelled(nil, of: id)
                return
            }
            guard intent.canBeGivenUp else { throw .conflict(refusal(toCancel: intent)) }
            if try await cancel(intent, actor: Payments.operatorActor) != nil { return }
        }
        throw .intentKeepsChanging
    }
}

extension Payments {
    /// Wakes this node's waiting readers on changes by other nodes on the same database, until the task is cancelled.
    package func follow<Feed: ChangeFeed>(
        _ feed: Feed,
        onFault: @escaping @Sendable (any Error) -> Void
    ) async where Feed.Object == ObjectReference {
        await ChangeFollower(feed, waking: board, world: world, onFault: onFault).run()
    }
}
