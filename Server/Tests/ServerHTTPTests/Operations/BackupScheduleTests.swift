import ChaveBase
import ChavePixModel
import Foundation
import Logging
import PaymentsCore
import PrometheusMetrics
import Testing

@testable import ServerHost

/// When the server makes a copy by itself, and which ones it keeps.
struct BackupScheduleTests {
    private static let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }

    /// A server's data in a folder that goes away, and where its copies go.
    private static func withData(_ body: (_ folder: String) async throws -> Void) async throws {
        let folder = NSTemporaryDirectory() + "chave-schedule-" + UUID().uuidString
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        var configuration = ServerConfiguration(
            dataDirectory: folder + "/data",
            publicBaseURL: TestServer.baseURL,
            isSandbox: false
        )
        configuration.isSynced = false
        let server = try await ChaveServer(configuration, logger: Self.logger, onFatal: { _ in })
        await server.close()
        try await body(folder)
    }

    private static func schedule(
        _ folder: String,
        hours: Int64 = 0,
        keep: Int = 2,
        metrics: ServerMetrics = ServerMetrics()
    ) -> BackupSchedule {
        let clock = TestClock(now: TestClock.beginning.adding(seconds: hours * 3_600), seed: 1)
        return BackupSchedule(
            plan: .init(directory: folder + "/copies", everyHours: 24, keep: keep),
            dataDirectory: folder + "/data",
            world: clock.world,
            logger: Self.logger,
            metrics: metrics
        )
    }

    private static func copies(_ folder: String) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder + "/copies").sorted()
    }

    @Test func aClockThatWasSetBackStopsNoBackupAndTheNewCopyIsKept() async throws {
        try await Self.withData { folder in
            func look(_ hours: Int64) async throws -> [String] {
                await Self.schedule(folder, hours: hours).look()
                return try Self.copies(folder)
            }
            let before = try await look(0)
            #expect(before.count == 1)
            #expect(try await look(23) == before)
            let setBack = try await look(-240)
            #expect(setBack.count == 2, "a copy from the future is no reason to make none")
            #expect(try await look(-217) == setBack, "and none to make one each minute")
            let later = try await look(-216)
            #expect(later.count == 2)
            #expect(!later.contains(before[0]), "the copy from the future goes first")
        }
    }

    /// The end of a server waits for no copy: it is given up, and is no failure.
    @Test func anEndInTheMiddleOfACopyLeavesNothingAndIsNoFailure() async throws {
        try await Self.withData { folder in
            let metrics = ServerMetrics()
            let schedule = Self.schedule(folder, metrics: metrics)
            await Task {
                withUnsafeCurrentTask { $0?.cancel() }
                await schedule.look()
            }.value
            let copies = try Self.copies(folder)
            #expect(copies.isEmpty)
            let text = await metrics.registry.text()
            #expect(!text.contains("backup_failed"))
        }
    }

    @Test func whatAKilledServerHadBegunGoesAndNothingElse() async throws {
        try await Self.withData { folder in
            for name in ["chave-20260101T000000Z.partial", "mine.partial", "chave-by-hand.partial"] {
                try FileManager.default.createDirectory(
                    atPath: "\(folder)/copies/\(name)/keys",
                    withIntermediateDirectories: true
                )
            }
            await Self.schedule(folder).look()
            let copies = try Self.copies(folder)
            #expect(copies == ["chave-20260302T120000Z", "chave-by-hand.partial", "mine.partial"])
        }
    }

    /// Else an alert on an old copy would say nothing from a restart until the next one.
    @Test func aServerThatStartsTellsTheAgeOfTheNewestCopy() async throws {
        try await Self.withData { folder in
            await Self.schedule(folder).look()
            let metrics = ServerMetrics()
            await Self.schedule(folder, hours: 12, metrics: metrics).look()
            let seconds = TestClock.beginning.microseconds / 1_000_000
            let line = "backup_last_success_timestamp_seconds \(seconds)"
            let text = await metrics.registry.text()
            #expect(text.split(separator: "\n").contains { $0 == line })
            let copies = try Self.copies(folder)
            #expect(copies.count == 1)
        }
    }
}
