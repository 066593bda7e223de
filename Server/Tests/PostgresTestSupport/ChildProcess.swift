import Foundation
import Synchronization

/// A program that was started by this process.
///
/// Foundation's own hands sockets on to whatever else is started at the same time, and then waits for their end; and where very many
/// files are open, it reads their list past its end.
public final class ChildProcess: Sendable {
    let pid: Int32
    private let status = Mutex<Int32?>(nil)

    /// Starts it with nothing open but what is given; output goes to the end of a file.
    ///
    /// One that is apart has a process group of its own, and so outlives the end of this one's.
    public init(_ path: String, _ arguments: [String], input: Int32? = nil, output: String, isApart: Bool = false)
        throws
    {
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        if isApart { posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETPGROUP)) }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        if let input {
            posix_spawn_file_actions_adddup2(&actions, input, 0)
        } else {
            posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
        }
        posix_spawn_file_actions_addopen(&actions, 1, output, O_WRONLY | O_CREAT | O_APPEND, 0o600)
        posix_spawn_file_actions_adddup2(&actions, 1, 2)
        for number: Int32 in 3..<1_024 { posix_spawn_file_actions_addclose(&actions, number) }
        var words: [UnsafeMutablePointer<CChar>?] = ([path] + arguments).map { strdup($0) } + [nil]
        var surroundings: [UnsafeMutablePointer<CChar>?] =
            ProcessInfo.processInfo.environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
        defer { for word in words + surroundings { free(word) } }
        var child: pid_t = 0
        let code = posix_spawn(&child, path, &actions, &attributes, &words, &surroundings)
        guard code == 0 else { throw PostgresPrograms.Missing(description: "\(path) does not start: \(code)") }
        pid = child
    }

    /// Asks without waiting.
    var isRunning: Bool { end() == nil }

    /// Waits for its end, and makes one when its time is over; 0 is success.
    @discardableResult public func wait(seconds: Double = 60) -> Int32 {
        let limit = ContinuousClock.now + .seconds(seconds)
        while true {
            if let end = end() { return end }
            if ContinuousClock.now >= limit { kill(pid, SIGKILL) }
            usleep(2_000)
        }
    }

    private func end() -> Int32? {
        status.withLock { status in
            if let status { return status }
            var found: Int32 = 0
            let answer = waitpid(pid, &found, WNOHANG)
            if answer == 0 || (answer < 0 && errno == EINTR) { return nil }
            status = answer == pid ? found : -1
            return status
        }
    }
}
