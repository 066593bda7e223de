import ChavePixModel
import Foundation
import Logging
import PaymentsCore
import Testing

@testable import ServerHTTP

/// When the server makes a copy by itself, and which ones it keeps.
struct BackupScheduleTests {
    private static let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }

    @Test func aClockThatWasSetBackStopsNoBackupAndTheNewCopyIsKept() async throws {
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

        let start = TestClock.beginning
        func look(_ hours: Int64) async throws -> [String] {
            let clock = TestClock(now: start.adding(seconds: hours * 3_600), seed: 1)
            let schedule = BackupSchedule(
                plan: .init(directory: folder + "/copies", everyHours: 24, keep: 2),
                dataDirectory: folder + "/data",
                world: clock.world,
                logger: Self.logger,
                metrics: ServerMetrics()
            )
            await schedule.look()
            return try FileManager.default.contentsOfDirectory(atPath: folder + "/copies").sorted()
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
