import Dispatch
import Foundation

/// Asks a user on the controlling terminal, even when standard input and output lead elsewhere.
enum TerminalQuestion {
    /// Reads one line without outer blanks; `nil` when the terminal ends or the task is cancelled.
    static func ask(_ question: String) async -> String? {
        let isCancelled = Mutexed(false)
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                DispatchQueue.global().async {
                    continuation.resume(returning: read(question) { isCancelled.value })
                }
            }
        } onCancel: {
            isCancelled.value = true
        }
    }

    /// Asks for a yes to an action that cannot be undone.
    ///
    /// - Throws: ``Declined`` with `refusal` after every other answer, ``CommandFailure`` when there is no terminal to
    ///   ask on.
    static func require(_ question: String, unless isAgreed: Bool, orElse refusal: String) async throws {
        if isAgreed { return }
        guard Terminal.canAsk else {
            throw CommandFailure("There is no terminal to ask on. Run this in one, or add --yes.")
        }
        let answer = await ask("\(question) Type yes: ")
        guard answer?.lowercased() == "yes" else { throw Declined(refusal) }
    }

    private static func read(_ question: String, isCancelled: () -> Bool) -> String? {
        let terminal = open("/dev/tty", O_RDWR | O_CLOEXEC | O_NOCTTY)
        guard terminal >= 0 else { return nil }
        defer { close(terminal) }
        // Text that was typed before the question does not answer it.
        tcflush(terminal, TCIFLUSH)
        guard Output.put(question, to: terminal) == 0 else { return nil }
        var bytes: [UInt8] = []
        while !isCancelled(), bytes.count < 1_024 {
            var ready = pollfd(fd: terminal, events: Int16(POLLIN), revents: 0)
            guard poll(&ready, 1, 100) > 0 else { continue }
            var byte: UInt8 = 0
            guard Foundation.read(terminal, &byte, 1) == 1 else { return nil }
            if byte == UInt8(ascii: "\n") {
                return String(decoding: bytes, as: UTF8.self).trimmingCharacters(in: .whitespaces)
            }
            bytes.append(byte)
        }
        // The wait for the answer has ended: the next output begins on a new line.
        _ = Output.put("\n", to: terminal)
        return nil
    }
}
