import ChaveBase
import ChaveJOSE
import ChavePixModel
import ChaveWire
import Hashing
import InstitutionPort
import PaymentsCore
import PaymentsModel
import ServerTestSupport
import StoreTestSupport
import Synchronization
import Testing
import Webhooks

/// The platform, a bank that fails by a script, and a clock that nobody but the test moves.
final class Simulation: Sendable {
    let clock = SimulatedClock()
    let bank: ScriptedBank
    let store: any PaymentsStore & WebhookStore
    private let isStoreAsked: @Sendable () -> Bool
    let witness = CommitWitness()
    let organisation: OrganisationID
    let beneficiary: BankAccountID
    let alerts = Mutex<[Payments.Alert]>([])
    let ceremonies = Mutex<[CeremonyAccount]>([])
    private let numbers: Mutex<SeededNumbers>
    private let running: Mutex<Process?> = Mutex(nil)

    /// What an operator may change between two starts.
    struct Deployment: Sendable {
        var cnpjInitiator = "11222333000181"
        var directory: [InstitutionDirectoryEntry]
        var redirectURIs: [String]?
        var needsReceiversAccount = false
        /// The first signs; tokens of the others still count.
        var tokenKeys: [SigningKey]
    }
    private let deployment: Mutex<Deployment>

    /// RSA keys are slow to make; one does for all.
    static let identityKey = Result { try SigningKey.generate(.ps256, keyID: "banco") }
    static let fieldKey = FieldKey(id: "k1", secret: Array(repeating: 7, count: 32))
    static let apiKey = APIKeyID(high: 0x0190_0000_0000_7000, low: 0x8000_0000_0000_0003)

    struct Process: Sendable {
        let payments: Payments
        let life: Life
        let directory: InstitutionDirectory
    }

    init(seed: UInt64 = 1, bankAheadSeconds: Int64 = 0) async throws {
        let numbers = Mutex(SeededNumbers(seed: seed))
        self.numbers = numbers
        let clock = clock
        bank = ScriptedBank(
            identityKey: try Simulation.identityKey.get(),
            clockAheadSeconds: bankAheadSeconds,
            now: { clock.now },
            deadlinesAheadSeconds: { clock.deadlinesAheadSeconds },
            randomBytes: Simulation.randomBytes(SeededSource(seed: seed &+ 1_000))
        )
        let tokenKeys = [try SigningKey.generate(.es256, keyID: "k")]
        deployment = Mutex(Deployment(directory: [bank.directoryEntry], tokenKeys: tokenKeys))
        organisation = OrganisationID(high: 0x0190_0000_0000_7000, low: 0x8000_0000_0000_0002)
        beneficiary = BankAccountID(high: 0x0190_0000_0000_7000, low: 0x8000_0000_0000_0004)
        let witness = witness
        (store, isStoreAsked) = try await WorldStorage.watchedPayments { witness.see($0) }
        try await store.commit(foundation)
        try start()
    }

    /// The merchant's server.
    var merchant: Caller { .merchant(organisation: organisation, apiKey: Simulation.apiKey) }

    var payments: Payments { get throws { try #require(running.withLock { $0 }).payments } }
    var directory: InstitutionDirectory { get throws { try #require(running.withLock { $0 }).directory } }
    var life: Life { get throws { try #require(running.withLock { $0 }).life } }

    /// A process over what is stored.
    private func start() throws {
        let life = Life()
        let deployment = deployment.withLock { $0 }
        let policy = PaymentsPolicy(
            baseURL: "https://chave.example",
            isSandbox: true,
            ispb: BankISPB.platform,
            cnpjInitiator: deployment.cnpjInitiator,
            relyingPartyID: ScriptedBank.relyingPartyID,
            extraOrigins: [],
            redirectURIs: deployment.redirectURIs,
            needsReceiversAccount: deployment.needsReceiversAccount
        )
        let source = SeededSource(seed: numbers.withLock { $0.next() })
        let clock = clock
        let here = Birthplace(isStoreAsked: isStoreAsked)
        let world = World(
            now: { clock.now },
            uptimeMilliseconds: { clock.now.microseconds / 1_000 },
            randomBytes: Simulation.randomBytes(source),
            sleep: { milliseconds in await here.sleep(milliseconds, clock) },
            deadlinesAheadSeconds: { clock.deadlinesAheadSeconds }
        )
        let directory = InstitutionDirectory(deployment.directory)
        let payments = Payments(
            store: MortalStore(store: store, life: life),
            connector: MortalConnector(bank: bank, life: life),
            directory: directory,
            fieldKey: Simulation.fieldKey,
            tokens: try AccessTokens(
                key: try #require(deployment.tokenKeys.first),
                olderKeys: deployment.tokenKeys.dropFirst().map(\.publicKey),
                policy: policy
            ),
            world: world,
            policy: policy,
            alert: { [weak self] alert in self?.alerts.withLock { $0.append(alert) } },
            recount: { [weak self] account in self?.ceremonies.withLock { $0.append(account) } }
        )
        here.know(payments)
        running.withLock { $0 = Process(payments: payments, life: life, directory: directory) }
    }

    /// The process is gone; another one begins over the same store so much later.
    ///
    /// One that is not alone is a node beside others, and frees nothing of what they hold.
    func restart(
        afterSeconds seconds: Int64,
        isAlone: Bool = true,
        changing: (inout Deployment) -> Void = { _ in }
    ) async throws {
        deployment.withLock { changing(&$0) }
        clock.advance(seconds: seconds)
        if isAlone { try await store.releaseAll() }
        try start()
        try await work()
    }

    /// Does what is due now, until nothing is under way.
    func work() async throws {
        let payments = try payments
        _ = try? await payments.sweep()
        var quiet = 0
        // A few turns more: what a run leaves behind may only be about to begin.
        while quiet < 5 {
            quiet = payments.runningCount == 0 ? quiet + 1 : 0
            await WorldStorage.letOthersWork(isIdle: quiet > 0)
        }
    }

    /// So much time passes, with the sweep at work at ever longer intervals.
    func pass(seconds: Int64) async throws {
        let end = clock.now.adding(seconds: seconds)
        var step: Int64 = 1
        while clock.now < end {
            clock.advance(to: min(end, clock.now.adding(seconds: step)))
            try await work()
            step = min(step * 2, 300)
        }
    }

    static func randomBytes(_ source: SeededSource) -> @Sendable (Int) -> [UInt8] {
        { count in source.bytes(count) }
    }

    private var foundation: Change {
        get throws {
            var change = Change()
            change.writes = [
                .organisation(Organisation(id: organisation, name: "Loja", createdAt: clock.now)),
                .insertAPIKey(
                    APIKey(
                        id: Simulation.apiKey,
                        organisation: organisation,
                        label: "caixa",
                        passwordDigest: Digest(ofText: "senha"),
                        createdAt: clock.now
                    )
                ),
                .insertBankAccount(try account(isActive: true)),
            ]
            return change
        }
    }

    func account(
        _ id: BankAccountID? = nil,
        isActive: Bool = true,
        institution: InstitutionID = ScriptedBank.institution
    ) throws -> BankAccount {
        let id = id ?? beneficiary
        let particulars: JSONValue = [
            "name": "Loja Ltda", "tax_id": "11222333000181", "is_business": true, "holder": [:],
            "details": ["country": "BRA", "account_type": "CHECKINGS", "agency": "0001", "number": "1234567"],
        ]
        return BankAccount(
            id: id,
            organisation: organisation,
            createdBy: Simulation.apiKey,
            createdAt: clock.now,
            updatedAt: clock.now,
            isActive: isActive,
            institution: institution,
            particulars: try Simulation.fieldKey.sealSecret(
                particulars.encoded(),
                field: "bank-account/\(id.text)/particulars",
                randomBytes: { Array(repeating: 5, count: $0) }
            )
        )
    }
}

enum BankISPB {
    static let platform = "87654321"
}

/// Where a process sleeps: time moves when it has nothing else to do.
///
/// The process has its world, and that has this: it is not held here, or neither would ever go.
final class Birthplace: Sendable {
    private struct Born {
        weak var payments: Payments?
    }
    private let born = Mutex(Born())
    private let isStoreAsked: @Sendable () -> Bool

    init(isStoreAsked: @escaping @Sendable () -> Bool) { self.isStoreAsked = isStoreAsked }

    func know(_ payments: Payments) { born.withLock { $0.payments = payments } }

    func sleep(_ milliseconds: Int, _ clock: SimulatedClock) async {
        var quiet = 0
        while quiet < 50 {
            if Task.isCancelled { return }
            let isIdle = (born.withLock(\.payments)?.runningCount ?? 0) == 0 && !isStoreAsked()
            quiet = isIdle ? quiet + 1 : 0
            await WorldStorage.letOthersWork(isIdle: isIdle)
        }
        if !Task.isCancelled { clock.advance(milliseconds: Int64(milliseconds)) }
    }
}

/// Random bytes from a seed, for many at once.
final class SeededSource: Sendable {
    private let numbers: Mutex<SeededNumbers>

    init(seed: UInt64) { numbers = Mutex(SeededNumbers(seed: seed)) }

    func bytes(_ count: Int) -> [UInt8] {
        numbers.withLock { numbers in
            (0..<count).map { _ in UInt8(truncatingIfNeeded: numbers.next() >> 24) }
        }
    }
}
