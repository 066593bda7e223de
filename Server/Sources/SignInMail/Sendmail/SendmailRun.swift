import Foundation

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
            let process = Process()
            process.executableURL = URL(fileURLWithPath: program)
            process.arguments = ["-i", "-t"]
            process.standardInput = input
            process.standardOutput = FileHandle.nullDevice
            process.standardError = FileHandle.nullDevice
            // It is given nothing of the server's environment, which may hold secrets.
            process.environment = ["PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "LANG": "C.UTF-8"]
            process.currentDirectoryURL = URL(fileURLWithPath: "/")
            return try await finished(process, sleep)
        }.value
    }

    private func finished(_ process: Process, _ sleep: @escaping @Sendable (Int) async -> Void) async throws -> End {
        var watch: Task<Void, Never>?
        defer { watch?.cancel() }
        return try await withCheckedThrowingContinuation { continuation in
            process.terminationHandler = { process in
                continuation.resume(
                    returning: process.terminationReason == .exit ? .exited(process.terminationStatus) : .killed
                )
            }
            do {
                try process.run()
                watch = watchdog(process.processIdentifier, isRunning: { process.isRunning }, sleep)
            } catch {
                process.terminationHandler = nil
                continuation.resume(throwing: SendmailSender.Problem.notStarted)
            }
        }
    }

    private func watchdog(
        _ identifier: pid_t,
        isRunning: @escaping @Sendable () -> Bool,
        _ sleep: @escaping @Sendable (Int) async -> Void
    ) -> Task<Void, Never> {
        Task.detached { [timeoutMilliseconds] in
            await sleep(timeoutMilliseconds)
            guard !Task.isCancelled, isRunning() else { return }
            kill(identifier, SIGKILL)
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
