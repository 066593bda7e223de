import Foundation
import Subprocess

#if canImport(System)
    import System
#else
    import SystemPackage
#endif

/// One run of the program, from its start until its end is collected.
struct SendmailRun: Sendable {
    let program: String
    let message: MailMessage
    let timeoutMilliseconds: Int

    enum End: Hashable, Sendable {
        case exited(Int32)
        case killed
    }

    /// Runs the program to its end, also when the caller's task is cancelled: no mail is handed over in part.
    ///
    /// - Throws: `SendmailSender.Problem.notStarted` where the program does not exist or may not be run.
    func ended(sleep: @escaping @Sendable (Int) async -> Void) async throws -> End {
        let run = Task.detached { try await started() }
        let watch = Task.detached { [timeoutMilliseconds] in
            await sleep(timeoutMilliseconds)
            run.cancel()
        }
        defer { watch.cancel() }
        return try await run.value
    }

    /// Runs the program; cancelling the task kills the program and everything that it started.
    private func started() async throws -> End {
        let input = try messageFile()
        defer { try? input.close() }
        var options = PlatformOptions()
        options.processGroupID = 0
        options.teardownSequence = [.send(signal: .kill, toProcessGroup: true, allowedDurationToNextStep: .zero)]
        do {
            let ended = try await Subprocess.run(
                .path(FilePath(URL(fileURLWithPath: program).path)),
                arguments: ["-i", "-t"],
                // The program gets nothing of the server's environment, which may hold secrets.
                environment: .custom(["PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "LANG": "C.UTF-8"]),
                platformOptions: options,
                input: .fileDescriptor(
                    FileDescriptor(rawValue: input.fileDescriptor),
                    closeAfterSpawningProcess: false
                ),
                output: .discarded
            )
            guard case .exited(let code) = ended.terminationStatus else { return .killed }
            return .exited(code)
        } catch is CancellationError {
            return .killed
        } catch {
            throw SendmailSender.Problem.notStarted
        }
    }

    /// The message in a file whose name is already removed.
    ///
    /// A pipe would block the server, or end it, when the program reads slowly or not at all.
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
