public import ChaveBase
public import ChavePixModel
public import InstitutionPort
import Waiting

/// The Payments API without HTTP: every operation of the contract, over ports.
///
/// Each operation reads, decides purely, commits, and reloads on a conflict. What needs a bank is done by a run of the
/// object's own state machine (`EnrollmentRun`, `PaymentIntentRun`); a request starts it and waits for its answer.
public final class Payments: Sendable {
    let store: any PaymentsStore
    let directory: InstitutionDirectory
    let fieldKey: FieldKey
    let tokens: AccessTokens
    let world: World
    let bank: Bank
    let bankTokens: BankTokens
    let board: ChangeBoard<ObjectReference>
    let runners: Runners
    let noticed = NoticedObjects()
    let associations = AssociationShelf()
    private let sweeps = SweepClock()
    public let policy: PaymentsPolicy
    /// Told of what an operator must see; never of anything personal.
    let alert: @Sendable (Alert) -> Void
    /// Told of what is worth counting.
    let observe: @Sendable (Observation) -> Void
    /// Told of each look at a ceremony; where nobody listens, no account is made.
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

    /// Does what the object's state asks for, and returns at once.
    ///
    /// A sweep has claimed the object: whoever worked on it, here or on another node, does not any more.
    ///
    /// `stored` is an intent that was stored just now: unless it runs already, its run begins there and does not read it, nor
    /// what of it was read before.
    func start(_ object: ObjectReference, isClaimed: Bool = false, from stored: StoredIntent? = nil) {
        runners.start(object) { [self] isFirst in
            switch object {
            case .enrollment(let id):
                await EnrollmentRun(payments: self, id: id, isClaimed: isClaimed && isFirst).run()
            case .paymentIntent(let id):
                let run = PaymentIntentRun(
                    payments: self,
                    id: id,
                    isClaimed: isClaimed && isFirst,
                    from: isFirst ? stored : nil
                )
                await run.run()
            case .customer(let id): await CustomerErasureRun(payments: self, id: id).run()
            case .bankAccount, .app, .apiKey: break
            }
            // Whoever waits is woken by commits and by time alone: a run that found nothing to do must not wake the
            // request that started it, which would start it again at once.
        }
    }

    /// One look for objects whose time has come and that nobody works on; returns how many were started.
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

    /// How many objects are worked on now; zero means nothing is under way in this process.
    public var runningCount: Int { runners.count }

    /// Starts `object` and waits until `answer` finds one, or until the time for an answer is up.
    ///
    /// There is no answer in `stored`: what was stored just now is looked at again once it has moved.
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
            // Only where the answer is not there: a run that is under way would read everything once more at its end.
            if !isFirst { start(object) }
            isFirst = false
            let remaining = deadline - world.uptimeMilliseconds()
            guard remaining > 0, !Task.isCancelled else { throw .institutionUnavailable }
            // A call that failed is tried again within this request: its next try is at most this far away.
            await board.wait(ticket, milliseconds: min(remaining, 500))
        }
    }
}
