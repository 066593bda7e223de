import Foundation

/// The limit of this process's open files and connections.
enum OpenFiles {
    /// Raises the limit as far as the system allows.
    static func allowAll() {
        var limit = rlimit()
        guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return }
        limit.rlim_cur = limit.rlim_max
        setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    }

    /// Raises the limit to what `count` connections need.
    ///
    /// - Throws: ``CommandFailure`` when the system's own limit is lower.
    static func allow(_ count: Int) throws {
        var limit = rlimit()
        guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return }
        guard limit.rlim_cur < count else { return }
        guard limit.rlim_max >= count else {
            throw CommandFailure(
                "This shell may open \(limit.rlim_max) files, and \(count) are needed: raise `ulimit -Hn`, or ask for less."
            )
        }
        limit.rlim_cur = rlim_t(count)
        setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    }
}
