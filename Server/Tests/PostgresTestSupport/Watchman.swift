import Foundation

/// Ends a server whose test can no longer do it, and takes its files away.
struct Watchman {
    private let shell: ChildProcess
    /// Open as long as this process lives and the server is wanted.
    private let held: Int32

    /// A shell, in a process group of its own, that waits for the end of a connection which this process holds.
    init(over directory: String) throws {
        var ends: [Int32] = [-1, -1]
        let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
        guard socketpair(AF_UNIX, kind, 0, &ends) == 0 else {
            throw PostgresPrograms.Missing(description: "no pair of sockets was to be had")
        }
        defer { close(ends[0]) }
        do {
            let words = ["-c", Self.script, "sh", directory]
            shell = try ChildProcess("/bin/sh", words, input: ends[0], output: "/dev/null", isApart: true)
            held = ends[1]
        } catch {
            close(ends[1])
            throw error
        }
    }

    /// Lets it go, when everything is away.
    func dismiss() {
        close(held)
        shell.wait(seconds: 30)
    }

    /// Ends the server and then takes its folder away.
    ///
    /// The process is asked for its folder: a number that another process has by then is left alone. What stands still
    /// goes on, and ends; the server itself kills those of its processes that do not. A server that was killed leaves its
    /// lock file, which names its shared memory.
    private static let script = #"""
        cat >/dev/null
        [ -d "$1" ] || exit 0
        is_server() { tr '\0' ' ' 2>/dev/null <"/proc/$number/cmdline" | grep -qF "$1"; }
        if read -r number <"$1/data/postmaster.pid" && is_server "$1"; then
            kill -QUIT "$number"
            kill -CONT "$number"
            tries=0
            while is_server "$1" && [ "$tries" -lt 100 ]; do
                sleep 0.1
                tries=$((tries + 1))
            done
            is_server "$1" && kill -KILL "$number"
        fi
        segment=$(sed -n '7s/.* //p' "$1/data/postmaster.pid" 2>/dev/null)
        [ -z "$segment" ] || ipcrm --shmem-id "$segment"
        rm -rf "$1"
        """#
}
