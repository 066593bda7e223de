import Foundation
import Synchronization

/// Ports of this machine that nobody has.
enum FreePort {
    static func next() throws -> Int {
        let (listener, port) = try listening()
        close(listener)
        return port
    }

    /// A socket that listens on one.
    static func listening() throws -> (socket: Int32, port: Int) {
        let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = loopback(0)
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isBound = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(listener, $0, size) == 0 && getsockname(listener, $0, &size) == 0 && listen(listener, 64) == 0
            }
        }
        guard isBound else { throw PostgresPrograms.Missing(description: "no port is free") }
        return (listener, Int(UInt16(bigEndian: address.sin_port)))
    }

    /// A connection to one that somebody listens on.
    static func connect(to port: Int) -> Int32? {
        let client = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = loopback(port)
        let size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isConnected = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { Foundation.connect(client, $0, size) == 0 }
        }
        return isConnected ? client : nil
    }

    private static func loopback(_ port: Int) -> sockaddr_in {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
        address.sin_port = UInt16(truncatingIfNeeded: port).bigEndian
        return address
    }
}

/// The kernel's table of processes.
enum ProcessTable {
    /// The fourth field of `/proc/N/stat`, after a name in brackets that may hold anything.
    static func parent(of process: Int32) -> Int32? {
        guard let text = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8) else { return nil }
        let fields = text.split(separator: ")").last?.split(separator: " ") ?? []
        return fields.count > 1 ? Int32(fields[1]) : nil
    }
}

/// Ends a server whose test can no longer do it.
enum Watchman {
    /// A shell that waits for the end of a pipe that this process holds, and then ends `process`.
    static func end(_ process: Int32, withThisProcess directory: String) throws {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0, fcntl(ends[1], F_SETFD, FD_CLOEXEC) == 0 else {
            throw PostgresPrograms.Missing(description: "no pipe was to be had")
        }
        defer { close(ends[0]) }
        // The folder is asked for too: a number that was given to another process by then is left alone.
        let script =
            "cat >/dev/null; tr '\\0' ' ' 2>/dev/null </proc/$1/cmdline | grep -q \"$2\" && kill -QUIT $1"
        let words = ["-c", script, "sh", "\(process)", directory]
        let shell = try ChildProcess("/bin/sh", words, input: ends[0], output: "/dev/null")
        held.withLock { $0.append((shell, ends[1])) }
    }

    /// Open as long as this process lives.
    private static let held = Mutex<[(ChildProcess, Int32)]>([])
}
