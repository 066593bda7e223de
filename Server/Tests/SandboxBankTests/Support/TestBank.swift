import ChavePixModel
import Foundation
import GRDB
import InstitutionPort
import SQLiteWriter
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

/// A sandbox bank in a directory of its own, with a clock and randomness of the test's.
struct TestBank: Sendable {
    static let start = Timestamp(rfc3339: "2026-07-14T12:00:00Z") ?? Timestamp(microseconds: 0)

    let directory: String
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
        let directory = FileManager.default.temporaryDirectory.path + "/bank-\(UUID().uuidString)"
        try await SeededDirectory.copy(to: directory)
        try await self.init(
            directory: directory,
            clock: TestClock(Self.start),
            random: SeededBytes(seed),
            configuration: configuration
        )
    }

    private init(
        directory: String,
        clock: TestClock,
        random: SeededBytes,
        configuration: SandboxBank.Configuration
    ) async throws {
        self.directory = directory
        self.clock = clock
        self.random = random
        self.configuration = configuration
        bank = try await SandboxBank(
            directory: directory,
            configuration: configuration,
            world: SandboxBank.World(
                now: { clock.now },
                randomBytes: { random.bytes($0) },
                deadlinesAheadSeconds: { clock.deadlinesAheadSeconds }
            )
        )
    }

    var pages: HolderPages { HolderPages(bank: bank) }

    /// The same directory, opened again.
    func reopened() async throws -> TestBank {
        await bank.close()
        return try await TestBank(directory: directory, clock: clock, random: random, configuration: configuration)
    }

    func remove() async {
        await bank.close()
        try? FileManager.default.removeItem(atPath: directory)
    }

    static func institution(_ temper: Temper) -> InstitutionID {
        SandboxInstitution.all.first { $0.temper == temper }?.id ?? SandboxInstitution.all[0].id
    }
}

extension SandboxBank {
    /// The rows of a table.
    func count(_ table: String) async throws -> Int {
        try await writer.read { try Int.fetchOne($0, sql: "SELECT COUNT(*) FROM \"\(table)\"") ?? 0 }
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

/// One database with keys and accounts, made once and copied: making five RSA keys takes its time.
enum SeededDirectory {
    private static let template = Task { () async throws -> String in
        let directory = FileManager.default.temporaryDirectory.path + "/bank-template-\(UUID().uuidString)"
        var configuration = SandboxBank.Configuration(publicBaseURL: "http://localhost:8080")
        configuration.isSynced = false
        let random = SeededBytes(99)
        let bank = try await SandboxBank(
            directory: directory,
            configuration: configuration,
            world: SandboxBank.World(now: { TestBank.start }, randomBytes: { random.bytes($0) })
        )
        await bank.close()
        return directory
    }

    static func copy(to directory: String) async throws {
        let template = try await template.value
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
