import Foundation
import Synchronization
import Testing

@testable import CardsHTTP
@testable import ServerHost

/// One writer at a time in a folder that several processes share.
@Suite struct FolderLockTests {
    private func withFolder(_ body: (_ folder: String) async throws -> Void) async throws {
        let folder = NSTemporaryDirectory() + "chave-lock-" + UUID().uuidString
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try await body(folder)
    }

    /// As another process holds it.
    private func hold(_ folder: String) throws -> Int32 {
        let file = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        try #require(file >= 0 && flock(file, LOCK_EX | LOCK_NB) == 0)
        return file
    }

    @Test func whoeverComesLaterWaitsByTheClockThatIsGiven() async throws {
        try await withFolder { folder in
            let file = try hold(folder)
            let pauses = Mutex<[Int]>([])
            let done = Mutex(0)
            let pause = { @Sendable (milliseconds: Int) async in
                let count = pauses.withLock {
                    $0.append(milliseconds)
                    return $0.count
                }
                #expect(done.withLock { $0 } == 0, "it went on while another had the folder")
                if count == 3 { close(file) }
            }
            try await FolderLock.holding(folder, sleep: pause) { done.withLock { $0 += 1 } }
            #expect(pauses.withLock { $0 } == [10, 10, 10] && done.withLock { $0 } == 1)
            try await FolderLock.holding(folder, sleep: pause) { done.withLock { $0 += 1 } }
            #expect(pauses.withLock { $0.count } == 3 && done.withLock { $0 } == 2, "it was let go of")
        }
    }

    @Test func aFolderThatStaysHeldIsRefusedAfterFiveSeconds() async throws {
        try await withFolder { folder in
            let file = try hold(folder)
            defer { close(file) }
            let waited = Mutex(0)
            await #expect(throws: SecretFiles.Problem.unreadable(folder)) {
                try await FolderLock.holding(folder, sleep: { milliseconds in waited.withLock { $0 += milliseconds } })
                {
                    Issue.record("it went on while another had the folder")
                }
            }
            #expect(waited.withLock { $0 } == 5_000)
        }
    }

    @Test func aFolderThatIsNotThereIsSaid() async throws {
        let folder = NSTemporaryDirectory() + "chave-lock-" + UUID().uuidString
        await #expect(throws: SecretFiles.Problem.unreadable(folder)) {
            try await FolderLock.holding(folder, sleep: { _ in }) {}
        }
    }
}
