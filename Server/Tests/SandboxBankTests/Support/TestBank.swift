import ChaveBase
import ChaveJOSE
import ChavePixModel
import Foundation
import InstitutionPort
import SQLPort
import Synchronization

@testable import SandboxBank

/// A clock that stands still until a test moves it.
final class TestClock: Sendable {
    private let time: Mutex<Timestamp>
    private let ahead = Mutex<Int64>(0)

    init(_ start: Timestamp) { time = Mutex(start) }

    /// How far the clock of deadlines is ahead.
    var deadlinesAheadSeconds: Int64 { ahead.withLock { $0 } }

    /// Puts the clock of deadlines forward; time does not pass.
    func jump(seconds: Int64) { ahead.withLock { $0 += seconds } }

    var now: Timestamp { time.withLock { $0 } }

    func advance(seconds: Int) { time.withLock { $0 = $0.adding(seconds: seconds) } }

    func advance(microseconds: Int) { time.withLock { $0 = $0.adding(microseconds: microseconds) } }
}

/// The same bytes for the same seed (SplitMix64).
final class SeededBytes: Sendable {
    private let state: Mutex<UInt64>

    init(_ seed: UInt64) { state = Mutex(seed) }

    func next() -> UInt64 {
        state.withLock { state in
            state &+= 0x9E37_79B9_7F4A_7C15
            var mixed = state
            mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
            mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
            return mixed ^ (mixed >> 31)
        }
    }

    func bytes(_ count: Int) -> [UInt8] { (0..<count).map { _ in UInt8(truncatingIfNeeded: next() >> 32) } }

    func number(below limit: Int) -> Int { Int(next() % UInt64(limit)) }
}

/// A sandbox bank in a place of its own, with a clock and randomness of the test's.
struct TestBank: Sendable {
    static let start = Timestamp(rfc3339: "2026-07-14T12:00:00Z") ?? Timestamp(microseconds: 0)

    /// Where its tables are.
    enum Place: Sendable {
        case directory(String)
        /// By its connection string.
        case database(String)

        var directory: String? { if case .directory(let path) = self { path } else { nil } }
        var connectionString: String? { if case .database(let string) = self { string } else { nil } }
    }

    let place: Place
    let clock: TestClock
    let random: SeededBytes
    let configuration: SandboxBank.Configuration
    let bank: SandboxBank

    init(
        seed: UInt64 = 1,
        _ configure: (inout SandboxBank.Configuration) -> Void = { _ in }
    ) async throws {
        var configuration = SandboxBank.Configuration(publicBaseURL: "http://localhost:8080")
        configuration.isSynced = false
        configure(&configuration)
        try await self.init(
            at: try await SeededBank.newPlace(),
            clock: TestClock(Self.start),
            random: SeededBytes(seed),
            configuration: configuration
        )
    }

    init(
        at place: Place,
        clock: TestClock,
        random: SeededBytes,
        configuration: SandboxBank.Configuration
    ) async throws {
        self.place = place
        self.clock = clock
        self.random = random
        self.configuration = configuration
        let world = World(
            now: { clock.now },
            uptimeMilliseconds: { 0 },
            randomBytes: { random.bytes($0) },
            sleep: { _ in },
            deadlinesAheadSeconds: { clock.deadlinesAheadSeconds }
        )
        switch place {
        case .directory(let directory):
            bank = try await SandboxBank(directory: directory, configuration: configuration, world: world)
        case .database(let string):
            bank = try await SandboxBank(over: BankPool.over(string), configuration: configuration, world: world)
        }
    }

    var pages: HolderPages { HolderPages(bank: bank) }

    /// The same place, opened again.
    func reopened() async throws -> TestBank {
        await bank.close()
        return try await opened()
    }

    /// The same place, opened by one more: in PostgreSQL another node may have it.
    func opened() async throws -> TestBank {
        try await TestBank(at: place, clock: clock, random: random, configuration: configuration)
    }

    func remove() async {
        await bank.close()
        if case .directory(let directory) = place { try? FileManager.default.removeItem(atPath: directory) }
    }

    static func institution(_ temper: Temper) -> InstitutionID {
        SandboxInstitution.all.first { $0.temper == temper }?.id ?? SandboxInstitution.all[0].id
    }
}

extension SandboxBank {
    /// The rows of a table.
    func count(_ table: StoredBank.Table) async throws -> Int {
        try await store.snapshot { database in
            guard let row = try database.row(StoredBank.counting(table), []) else { return 0 }
            var columns = ColumnReader(row, table: table.rawValue)
            return Int(clamping: try columns.integer())
        }
    }

    /// The ids of a holder's accounts as forms carry them, by their numbers.
    func accountIDs(of cpf: String, at institution: InstitutionID) async throws -> [String: String] {
        guard let branch = branches[institution] else { return [:] }
        return try await atWindow(of: branch) { desk in
            let accounts = try desk.ledger.accounts(of: cpf, at: desk.ispb)
            return Dictionary(uniqueKeysWithValues: accounts.map { ($0.account.number, String($0.id)) })
        }
    }
}

/// A bank with keys and accounts, made once and copied: making five RSA keys takes its time.
enum SeededBank {
    private struct Template: Sendable {
        var directory: String
        /// By ISPB.
        var keys: [String: String]
    }

    private static let template = Task { () async throws -> Template in
        let directory = FileManager.default.temporaryDirectory.path + "/bank-template-\(UUID().uuidString)"
        var configuration = SandboxBank.Configuration(publicBaseURL: "http://localhost:8080")
        configuration.isSynced = false
        let random = SeededBytes(99)
        let bank = try await SandboxBank(
            directory: directory,
            configuration: configuration,
            world: World(
                now: { TestBank.start },
                uptimeMilliseconds: { 0 },
                randomBytes: { random.bytes($0) },
                sleep: { _ in }
            )
        )
        let keys = bank.branches.values.map { ($0.institution.ispb, $0.key.secretPEM) }
        await bank.close()
        return Template(directory: directory, keys: Dictionary(uniqueKeysWithValues: keys))
    }

    /// Where a new bank may be opened that has its keys.
    static func newPlace() async throws -> TestBank.Place {
        switch BankEngine.current {
        case .files:
            let directory = FileManager.default.temporaryDirectory.path + "/bank-\(UUID().uuidString)"
            try await copy(to: directory)
            return .directory(directory)
        case .postgres(let databases):
            let string = try await databases.next()
            try await BankPool.plant(try await template.value.keys, in: string)
            return .database(string)
        }
    }

    private static func copy(to directory: String) async throws {
        let template = try await template.value.directory
        let manager = FileManager.default
        try manager.createDirectory(atPath: directory, withIntermediateDirectories: true)
        for name in try manager.contentsOfDirectory(atPath: template) where !name.hasSuffix(".lock") {
            try manager.copyItem(atPath: "\(template)/\(name)", toPath: "\(directory)/\(name)")
        }
    }
}

/// Remembers what a bank told.
final class HeardNotifications: InstitutionNotifications {
    struct Item: Hashable, Sendable {
        let institution: InstitutionID
        let kind: InstitutionNotificationKind
        let id: String
    }

    private let heard = Mutex<[Item]>([])

    var items: [Item] { heard.withLock { $0 } }

    func notified(_ institution: InstitutionID, _ kind: InstitutionNotificationKind, id: String) async {
        heard.withLock { $0.append(Item(institution: institution, kind: kind, id: id)) }
    }
}
