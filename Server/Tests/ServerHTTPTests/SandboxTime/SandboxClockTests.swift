import ChaveBase
import Console
import Foundation
import Logging
import PaymentsCore
import SandboxBank
import Testing

@testable import ServerHost

/// The file behind the clock of deadlines.
struct SandboxClockTests {
    private static let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
    private static let year = SandboxClock.longestAheadSeconds

    private static func withDirectory(_ body: (String) async throws -> Void) async throws {
        let directory = NSTemporaryDirectory() + "chave-clock-" + UUID().uuidString
        try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: directory) }
        try await body(directory)
    }

    private static func open(_ directory: String) throws -> SandboxClock {
        try SandboxClock(dataDirectory: directory, logger: logger)
    }

    @Test func whatItWasPutForwardByOutlivesTheProcess() async throws {
        try await Self.withDirectory { directory in
            let clock = try Self.open(directory)
            #expect(clock.aheadSeconds == 0)
            #expect(try FileManager.default.contentsOfDirectory(atPath: directory) == [])
            try await clock.jump(seconds: 300)
            try await clock.jump(seconds: 900)
            #expect(clock.aheadSeconds == 1_200)
            #expect(try Self.open(directory).aheadSeconds == 1_200)
            #expect(try FileManager.default.contentsOfDirectory(atPath: directory) == [SandboxClock.fileName])
            try FileManager.default.removeItem(atPath: "\(directory)/\(SandboxClock.fileName)")
            #expect(try Self.open(directory).aheadSeconds == 0)
        }
    }

    @Test func itGoesForwardOnlyAndAYearAtMost() async throws {
        try await Self.withDirectory { directory in
            let clock = try Self.open(directory)
            for seconds in [0, -1, .min, Self.year + 1, .max] {
                await Self.expectConflict { () async throws(ConsoleFailure) in try await clock.jump(seconds: seconds) }
            }
            #expect(clock.aheadSeconds == 0)
            try await clock.jump(seconds: Self.year)
            for seconds in [1, 900, .max] as [Int64] {
                await Self.expectConflict { () async throws(ConsoleFailure) in try await clock.jump(seconds: seconds) }
            }
            #expect(clock.aheadSeconds == Self.year)
            #expect(try Self.open(directory).aheadSeconds == Self.year)
        }
    }

    private static func expectConflict(
        _ body: () async throws(ConsoleFailure) -> Void,
        sourceLocation: SourceLocation = #_sourceLocation
    ) async {
        do throws(ConsoleFailure) {
            try await body()
            Issue.record("it jumped", sourceLocation: sourceLocation)
        } catch {
            guard case .conflict(let sentence) = error, sentence.hasSuffix(".") else {
                Issue.record("\(error)", sourceLocation: sourceLocation)
                return
            }
        }
    }

    @Test func aJumpThatCannotBeStoredDoesNotCount() async throws {
        try await Self.withDirectory { directory in
            let clock = try Self.open(directory)
            try await clock.jump(seconds: 300)
            // A folder where the draft is written.
            let draft = "\(directory)/\(SandboxClock.fileName).new"
            try FileManager.default.createDirectory(atPath: draft, withIntermediateDirectories: true)
            await #expect(throws: ConsoleFailure.unavailable) { try await clock.jump(seconds: 300) }
            #expect(clock.aheadSeconds == 300)
            #expect(try Self.open(directory).aheadSeconds == 300)
        }
    }

    @Test func jumpsAtTheSameTimeAllCount() async throws {
        try await Self.withDirectory { directory in
            let clock = try Self.open(directory)
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 0..<40 { group.addTask { try await clock.jump(seconds: 60) } }
                try await group.waitForAll()
            }
            #expect(clock.aheadSeconds == 2_400)
            #expect(try Self.open(directory).aheadSeconds == 2_400)
        }
    }

    @Test(arguments: [
        "", "{}", "[300]", "{\"ahead_seconds\":-1}", "{\"ahead_seconds\":\"9\"}", "{\"ahead_seconds\":1.5}",
        "{\"ahead_seconds\":\(SandboxClock.longestAheadSeconds + 1)}",
    ])
    func aDamagedFileIsSaidWithTheWayOut(_ text: String) async throws {
        try await Self.withDirectory { directory in
            let path = "\(directory)/\(SandboxClock.fileName)"
            try PrivateFile.write(Array(text.utf8), to: path)
            #expect(throws: SandboxClock.Damaged(path: path)) { try Self.open(directory) }
            let problem = try await DataDirectory.problem(.files(directory))
            #expect(problem?.contains(path) == true && problem?.contains("Delete it") == true)
        }
    }

    @Test func outsideTheSandboxThereIsNone() async throws {
        try await Self.withDirectory { directory in
            let other = try Self.open(directory)
            try await other.jump(seconds: 300)
            var configuration = ServerConfiguration(dataDirectory: directory, isSandbox: false)
            configuration.isSynced = false
            let server = try await ChaveServer(configuration, logger: Self.logger, onFatal: { _ in })
            #expect(server.clock == nil)
            #expect(server.world.deadlinesAheadSeconds() == 0)
            await server.close()
        }
    }

    @Test(arguments: [false, true])
    func aBackupTakesItAlong(_ hasKeys: Bool) async throws {
        try await withServer { server in
            let clock = try Self.open(server.directory)
            try await clock.jump(seconds: 900)
            let folder = NSTemporaryDirectory() + "chave-clock-copy-" + UUID().uuidString
            defer { try? FileManager.default.removeItem(atPath: folder) }
            let backup = Backup(folder: folder)
            try await backup.make(of: server.directory, withKeys: hasKeys, at: server.clock.now)
            #expect(try Self.open(folder).aheadSeconds == 900)
            #expect(try await backup.verify().findings == [])
        }
    }
}
