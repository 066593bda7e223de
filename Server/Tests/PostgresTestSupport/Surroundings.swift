import Foundation
import Synchronization

/// Ports of this machine that nobody has.
enum FreePort {
    /// Below those that the kernel gives to whoever connects, so that it is still free after a restart.
    static func next() throws -> Int {
        for _ in 0..<1_000 {
            let port = Int.random(in: 20_000..<32_000)
            guard given.withLock({ $0.insert(port).inserted }), let listener = bound(to: port) else { continue }
            close(listener)
            return port
        }
        throw PostgresPrograms.Missing(description: "no port is free")
    }

    private static let given = Mutex<Set<Int>>([])

    private static func bound(to port: Int) -> Int32? {
        let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        var address = loopback(port)
        let size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isBound = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(listener, $0, size) == 0 }
        }
        if !isBound { close(listener) }
        return isBound ? listener : nil
    }

    /// A socket that listens on one.
    static func listening() throws -> (socket: Int32, port: Int) {
        let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
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
        let client = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
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

    /// Whether it has ended; whoever is only not asked about yet has no words left.
    static func isGone(_ process: Int32) -> Bool {
        ((try? String(contentsOfFile: "/proc/\(process)/cmdline", encoding: .utf8)) ?? "").isEmpty
    }
}

/// What PostgreSQL has of the kernel beside its files.
enum SharedMemory {
    /// Gives back what a server that was killed could not: its lock file names it.
    ///
    /// The seventh line has the key and the number of the segment; a server that ended by itself took the file away.
    static func release(leftBy data: String) {
        guard let text = try? String(contentsOfFile: data + "/postmaster.pid", encoding: .utf8) else { return }
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        guard lines.count > 6, let number = lines[6].split(separator: " ").last.flatMap({ Int32($0) }) else { return }
        shmctl(number, IPC_RMID, nil)
    }
}
