import Foundation
import Synchronization

/// One run of the program, from its start until it has ended and was waited for.
struct SendmailRun: Sendable {
    let program: String
    let message: MailMessage
    let timeoutMilliseconds: Int

    enum End: Hashable, Sendable {
        case exited(Int32)
        case killed
    }

    /// Goes on when the caller's task is cancelled: a mail is handed over or not, never by half.
    func ended(sleep: @escaping @Sendable (Int) async -> Void) async throws -> End {
        try await Task.detached {
            let input = try messageFile()
            defer { try? input.close() }
            let place = URL(fileURLWithPath: program).path
            // It is given nothing of the server's environment, which may hold secrets.
            let environment = ["PATH=/usr/sbin:/usr/bin:/sbin:/bin", "LANG=C.UTF-8"]
            let descriptor = input.fileDescriptor
            let started = try SpawnedProgram(place, ["-i", "-t"], environment: environment, input: descriptor)
            return await end(of: started, sleep)
        }.value
    }

    private static let pauseMilliseconds = 5

    private func end(of program: SpawnedProgram, _ sleep: @escaping @Sendable (Int) async -> Void) async -> End {
        let timeIsUp = Flag()
        let watch = Task.detached { [timeoutMilliseconds] in
            await sleep(timeoutMilliseconds)
            timeIsUp.raise()
        }
        defer { watch.cancel() }
        while true {
            if let end = program.end() { return end }
            if timeIsUp.isRaised { program.kill() }
            try? await Task.sleep(for: .milliseconds(SendmailRun.pauseMilliseconds))
        }
    }

    /// The message in a file that has no name any more.
    ///
    /// A pipe would hold the server up, or end it, where the program reads slowly or not at all.
    private func messageFile() throws -> FileHandle {
        var template = Array((NSTemporaryDirectory() + "chave-mail-XXXXXX").utf8CString)
        let descriptor = template.withUnsafeMutableBufferPointer { $0.baseAddress.map { mkstemp($0) } ?? -1 }
        guard descriptor >= 0 else { throw SendmailSender.Problem.notStarted }
        unlink(template)
        let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        try file.write(contentsOf: message.bytes)
        try file.seek(toOffset: 0)
        return file
    }
}

/// Raised once, by one task for another.
private final class Flag: Sendable {
    private let state = Atomic(false)

    var isRaised: Bool { state.load(ordering: .acquiring) }

    func raise() { state.store(true, ordering: .releasing) }
}
