import Foundation

/// A program that was started with nothing of this process but its input, and that is waited for here alone.
///
/// Not by Foundation's `Process`: on Linux it reads the list of open files past its end where there are very many, and takes the
/// server down with it.
struct SpawnedProgram: Sendable {
    private let identifier: pid_t

    /// Its input is `input`; what it says is thrown away.
    ///
    /// - Throws: `notStarted` where it is not there or may not be run.
    init(_ path: String, _ arguments: [String], environment: [String], input: Int32) throws(SendmailSender.Problem) {
        var words = ([path] + arguments).map { strdup($0) } + [nil]
        var surroundings = environment.map { strdup($0) } + [nil]
        defer { for word in words + surroundings { free(word) } }
        var identifier: pid_t = 0
        let code = SpawnedProgram.withSettings(input) { actions, attributes in
            posix_spawn(&identifier, path, actions, attributes, &words, &surroundings)
        }
        guard code == 0 else { throw .notStarted }
        self.identifier = identifier
    }

    /// How it ended, or `nil`; asks without waiting.
    ///
    /// Its number is its own until this has told the end, and is asked for no more after it.
    func end() -> SendmailRun.End? {
        var status: Int32 = 0
        let answer = waitpid(identifier, &status, WNOHANG)
        guard answer != 0, !(answer < 0 && errno == EINTR) else { return nil }
        let isExit = answer == identifier && status & 0x7F == 0
        return isExit ? .exited((status >> 8) & 0xFF) : .killed
    }

    /// With whatever it has started and has not let go; only before ``end()`` has told an end.
    func kill() { _ = Foundation.kill(-identifier, SIGKILL) }

    private static func withSettings(
        _ input: Int32,
        _ body: (UnsafePointer<Actions>, UnsafePointer<Attributes>) -> Int32
    ) -> Int32 {
        #if os(Linux)
            var (actions, attributes) = (Actions(), Attributes())
        #else
            var (actions, attributes): (Actions, Attributes) = (nil, nil)
        #endif
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, input, 0)
        posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0)
        posix_spawn_file_actions_adddup2(&actions, 1, 2)
        // Also the numbers that are free: another thread opens files meanwhile, sockets of clients among them, and each gets
        // the lowest one. One that is not open is no error.
        #if os(Linux)
            for file in 3...highestOpenFile() + openedMeanwhile { posix_spawn_file_actions_addclose(&actions, file) }
            let closing: Int32 = 0
        #else
            let closing = Int32(POSIX_SPAWN_CLOEXEC_DEFAULT)
        #endif
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        // What this process does not want to hear, the program may; a Ctrl-C at the server's terminal is not for it.
        var signals = sigset_t()
        sigemptyset(&signals)
        posix_spawnattr_setsigmask(&attributes, &signals)
        for signal in [SIGPIPE, SIGTERM, SIGINT, SIGHUP, SIGCHLD] { sigaddset(&signals, signal) }
        posix_spawnattr_setsigdefault(&attributes, &signals)
        let flags =
            Int32(POSIX_SPAWN_SETPGROUP) | Int32(POSIX_SPAWN_SETSIGMASK) | Int32(POSIX_SPAWN_SETSIGDEF) | closing
        posix_spawnattr_setflags(&attributes, Int16(flags))
        return body(&actions, &attributes)
    }

    /// As many as may be opened between a look and the start.
    private static let openedMeanwhile: Int32 = 64

    /// The highest number of a file that is open, at least 3.
    ///
    /// Nothing of an entry is read but its name: what the system gives of it is shorter than the type says.
    private static func highestOpenFile() -> Int32 {
        var highest: Int32 = 3
        guard let folder = opendir("/dev/fd"), let start = MemoryLayout<dirent>.offset(of: \.d_name) else {
            return highest
        }
        defer { closedir(folder) }
        while let entry = readdir(folder) {
            let name = (UnsafeRawPointer(entry) + start).assumingMemoryBound(to: CChar.self)
            if let number = Int32(String(cString: name)) { highest = max(highest, number) }
        }
        return highest
    }

    #if os(Linux)
        private typealias Actions = posix_spawn_file_actions_t
        private typealias Attributes = posix_spawnattr_t
    #else
        private typealias Actions = posix_spawn_file_actions_t?
        private typealias Attributes = posix_spawnattr_t?
    #endif
}
