import ChaveBase
import ChaveJOSE
import ChavePixModel
import ChaveWire
import Foundation
import InstitutionPort
import PaymentsCore
import PaymentsModel
import PaymentsStores
import SQLiteWriter
import SandboxBank
import StoreTestSupport
import Synchronization
import Webhooks

@testable import HTTPKernel
@testable import PaymentsHTTP
@testable import ServerHost

/// A whole server over a temporary directory: storage, sandbox bank, Payments API; no socket unless a test opens one.
///
/// Where the worlds are in PostgreSQL, its storage is there, and its bank in the directory still.
struct TestServer: Sendable {
    /// Where its files are.
    let directory: String
    let clock: TestClock
    let store: any PaymentsStore & WebhookStore & OperatorStore & TendedStore & BankRegistrations
    /// `nil` where the store is a file.
    let database: WorldDatabase?
    let bank: SandboxBank
    /// What stands between the platform and the bank.
    let mask: MaskedBank
    let payments: Payments
    let tokens: AccessTokens
    let fieldKey: FieldKey
    let fieldSecret: [UInt8]
    let api: APIServer
    /// The rows of the same interface as ``api`` has.
    let routes: PaymentsRoutes
    let shop: Merchant
    /// Another organisation on the same server.
    let rival: Merchant
    let administration: Administration
    let alerts: Alerts
    /// What the console would show of ceremonies.
    let ceremonies: CeremonyShelf
    let door: any Door

    static let baseURL = "http://localhost:8080"
    /// The public address of a server that runs without `--sandbox`.
    static let publicBaseURL = "https://chave.example"

    /// A merchant's server: keys, and an account to be paid into.
    struct Merchant: Sendable {
        let organisation: OrganisationID
        let keyID: APIKeyID
        let password: String
        let beneficiary: BankAccountID

        var beneficiaryText: String { beneficiary.text }

        var basic: Credentials { .basic(keyID.text, password) }
    }

    /// What the server told its operator.
    final class Alerts: Sendable {
        private let heard = Mutex<[Payments.Alert]>([])

        func append(_ alert: Payments.Alert) { heard.withLock { $0.append(alert) } }

        var all: [Payments.Alert] { heard.withLock { $0 } }
    }

    func through(_ door: any Door) -> TestServer {
        TestServer(
            directory: directory,
            clock: clock,
            store: store,
            database: database,
            bank: bank,
            mask: mask,
            payments: payments,
            tokens: tokens,
            fieldKey: fieldKey,
            fieldSecret: fieldSecret,
            api: api,
            routes: routes,
            shop: shop,
            rival: rival,
            administration: administration,
            alerts: alerts,
            ceremonies: ceremonies,
            door: door
        )
    }

    /// Lets everything that is due happen, until nothing is under way; time does not pass by itself.
    func settle() async throws {
        for _ in 0..<20 {
            try await idle()
            try await bank.tick()
            let started = try await payments.sweep()
            try await idle()
            if started == 0 { return }
        }
    }

    private func idle() async throws {
        while payments.runningCount > 0 {
            // Not the server's time: only lets the threads that do the work have the processor.
            try await Task.sleep(for: .milliseconds(1))
        }
    }

    /// What a check of the store's file finds; a database has no such check.
    func findings() async throws -> [StoreFinding] { try await (store as? SQLPaymentsStore)?.check() ?? [] }

    /// From now on the store fails, as one that is gone.
    func loseStore() async {
        await store.close()
        await database?.lose()
    }

    /// How many rows there are of each kind, for a test that nothing was written.
    func census(_ merchant: Merchant) async throws -> [Int] {
        let organisation = merchant.organisation
        return [
            try await store.customers(CustomerQuery(), of: organisation).count,
            try await store.bankAccounts(page: PageRequest(), of: organisation).count,
            try await store.apiKeys(of: organisation).count,
            try await store.enrollments(EnrollmentQuery(), of: organisation).count,
            try await store.paymentIntents(PaymentIntentQuery(), of: organisation).count,
            try await store.events(after: 0, limit: 100_000).count,
        ]
    }
}

/// Runs `body` with a server of its own and leaves nothing behind.
func withServer(
    settlementDelaySeconds: Int = 0,
    seed: UInt64 = 7,
    isSandbox: Bool = true,
    _ body: @Sendable (TestServer) async throws -> Void
) async throws {
    await Turnstile.servers.enter()
    let outcome: Result<Void, any Error>
    do {
        outcome = .success(
            try await withOneServer(
                settlementDelaySeconds: settlementDelaySeconds,
                seed: seed,
                isSandbox: isSandbox,
                body
            )
        )
    } catch { outcome = .failure(error) }
    await Turnstile.servers.leave()
    try outcome.get()
}

/// Lets so many servers run at once that none waits long enough for a socket's time to be up.
private actor Turnstile {
    static let servers = Turnstile(places: 3)
    private var places: Int
    private var waiting: [CheckedContinuation<Void, Never>] = []

    init(places: Int) { self.places = places }

    func enter() async {
        if places > 0 {
            places -= 1
        } else {
            await withCheckedContinuation { waiting.append($0) }
        }
    }

    func leave() {
        if waiting.isEmpty { places += 1 } else { waiting.removeFirst().resume() }
    }
}

private func withOneServer(
    settlementDelaySeconds: Int,
    seed: UInt64,
    isSandbox: Bool,
    _ body: @Sendable (TestServer) async throws -> Void
) async throws {
    let directory = NSTemporaryDirectory() + "chave-http-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: directory) }
    try await BankTemplate.shared.copy(to: directory)
    let server = try await TestServer.open(
        directory,
        settlementDelaySeconds: settlementDelaySeconds,
        seed: seed,
        isSandbox: isSandbox
    )
    let outcome: Result<Void, any Error>
    do { outcome = .success(try await body(server)) } catch { outcome = .failure(error) }
    // Whoever still waits is let go, so that the files can be closed.
    server.clock.advance(seconds: 60)
    await server.store.close()
    await server.bank.close()
    try outcome.get()
}

/// The same server in memory and behind a real socket.
enum DoorKind: String, CaseIterable, Sendable {
    case memory, socket

    func withServer(_ body: @Sendable @escaping (TestServer) async throws -> Void) async throws {
        try await ServerHTTPTests.withServer { server in
            switch self {
            case .memory: try await body(server)
            case .socket: try await server.withSocket { door, _ in try await body(server.through(door)) }
            }
        }
    }
}

/// Five banks' keys take time to draw: they are drawn once, and each test gets a copy of the file.
actor BankTemplate {
    static let shared = BankTemplate()
    private var making: Task<[String: Data], any Error>?

    func copy(to directory: String) async throws {
        let task = making ?? Task { try await BankTemplate.make() }
        making = task
        for (name, data) in try await task.value {
            try data.write(to: URL(fileURLWithPath: "\(directory)/\(name)"))
            try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: "\(directory)/\(name)")
        }
    }

    /// The database and its log: which of the two holds what was written depends on the order of closing.
    private static func make() async throws -> [String: Data] {
        let directory = NSTemporaryDirectory() + "chave-http-bank-" + UUID().uuidString
        try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: directory) }
        let clock = TestClock(now: TestClock.beginning, seed: 1)
        let bank = try await TestServer.openBank(directory, clock: clock, settlementDelaySeconds: 0)
        await bank.close()
        var files: [String: Data] = [:]
        for name in ["bank.sqlite", "bank.sqlite-wal"] {
            files[name] = FileManager.default.contents(atPath: "\(directory)/\(name)")
        }
        return files
    }
}

extension TestServer {
    static func openBank(
        _ directory: String,
        clock: TestClock,
        settlementDelaySeconds: Int
    ) async throws -> SandboxBank {
        var configuration = SandboxBank.Configuration(publicBaseURL: baseURL)
        configuration.isSynced = false
        configuration.settlementDelaySeconds = settlementDelaySeconds
        return try await SandboxBank(
            directory: directory,
            configuration: configuration,
            world: clock.world
        )
    }

    static func open(
        _ directory: String,
        settlementDelaySeconds: Int,
        seed: UInt64,
        isSandbox: Bool = true
    ) async throws -> TestServer {
        let clock = TestClock(now: TestClock.beginning, seed: seed)
        let ceremonies = CeremonyShelf()
        let (store, database) = try await openStore(directory) { ceremonies.heard(of: $0) }
        let bank = try await openBank(directory, clock: clock, settlementDelaySeconds: settlementDelaySeconds)
        let policy = PaymentsPolicy(
            baseURL: isSandbox ? baseURL : publicBaseURL,
            isSandbox: isSandbox,
            ispb: "99999999",
            cnpjInitiator: "12345678000195",
            relyingPartyID: "localhost",
            extraOrigins: [baseURL]
        )
        let alerts = Alerts()
        let mask = MaskedBank(bank)
        let fieldSecret = clock.randomBytes(32)
        let fieldKey = FieldKey(id: "field", secret: fieldSecret)
        let tokens = try AccessTokens(
            key: try SigningKey(p256: clock.randomBytes(32), keyID: "token"),
            policy: policy
        )
        let payments = Payments(
            store: store,
            connector: mask,
            directory: InstitutionDirectory(bank.directory),
            fieldKey: fieldKey,
            tokens: tokens,
            world: clock.world,
            policy: policy,
            alert: { alerts.append($0) },
            recount: ceremonies.listener
        )
        bank.setNotifications(NewsOfBank(for: payments))
        let webhooks = MerchantWebhooks(
            store: store,
            fieldKey: FieldKey(id: "field", secret: Array(repeating: 5, count: 32)),
            world: clock.world,
            rules: isSandbox ? .sandbox : .production,
            alert: { _ in }
        )
        let api = APIServer(
            payments: payments,
            operations: Operations { [] },
            webhooks: webhooks,
            pages: PageMounts([.init("/bank", HolderPages(bank: bank))]),
            logos: { SandboxBank.logo(of: $0) },
            world: clock.world
        )
        let administration = Administration(store: store, world: clock.world)
        return TestServer(
            directory: directory,
            clock: clock,
            store: store,
            database: database,
            bank: bank,
            mask: mask,
            payments: payments,
            tokens: tokens,
            fieldKey: fieldKey,
            fieldSecret: fieldSecret,
            api: api,
            routes: PaymentsRoutes(payments: payments, webhooks: webhooks, logos: { _ in nil }),
            shop: try await merchant("Loja Exemplo", payments, administration),
            rival: try await merchant("Outra Loja", payments, administration),
            administration: administration,
            alerts: alerts,
            ceremonies: ceremonies,
            door: MemoryDoor(api: api)
        )
    }

    private static func openStore(
        _ directory: String,
        _ onCommit: @escaping @Sendable (Change) -> Void
    ) async throws -> (
        any PaymentsStore & WebhookStore & OperatorStore & TendedStore & BankRegistrations, WorldDatabase?
    ) {
        guard WorldStorage.isInPostgres else {
            var options = GroupCommitWriter.Options()
            options.synchronous = .normal
            return (try SQLPaymentsStore(directory: directory, options: options, onCommit: onCommit), nil)
        }
        return try await WorldStorage.postgresPayments(onCommit: onCommit)
    }

    private static func merchant(
        _ name: String,
        _ payments: Payments,
        _ administration: Administration
    ) async throws -> Merchant {
        let organisation = try await administration.createOrganisation(name: name)
        let key = try await administration.createKey(for: organisation.id, label: "test", role: .administrator)
        let answer = try await payments.createBankAccount(
            try CreateBankAccountRequest(json: Bodies.bankAccount()),
            by: .merchant(organisation: organisation.id, apiKey: key.key.id),
            idempotency: nil
        )
        let id = try JSONValue(parsing: answer.body)["id"]?.string ?? ""
        return Merchant(
            organisation: organisation.id,
            keyID: key.key.id,
            password: key.password,
            beneficiary: try BankAccountID(id) ?? { throw TestProblem("no bank account") }()
        )
    }
}

/// A sentence about what a test could not do.
struct TestProblem: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}
