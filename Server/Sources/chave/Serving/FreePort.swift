import Foundation

/// A port of the loopback address that nobody listens on.
enum FreePort {
    static func find() throws -> Int {
        guard let port = bound(to: 0) else { throw CommandFailure("No free port was found on the loopback address.") }
        return port
    }

    static func isFree(_ port: Int) -> Bool { bound(to: port) != nil }

    /// Binds and lets go again; the port that it got.
    private static func bound(to port: Int) -> Int? {
        let socket = Foundation.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        guard socket >= 0 else { return nil }
        defer { close(socket) }
        // As the server does: connections of the last one that are still dying do not count.
        var isReused: Int32 = 1
        setsockopt(socket, SOL_SOCKET, SO_REUSEADDR, &isReused, socklen_t(MemoryLayout<Int32>.size))
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = UInt16(truncatingIfNeeded: port).bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isBound = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { generic in
                bind(socket, generic, length) == 0 && getsockname(socket, generic, &length) == 0
            }
        }
        guard isBound else { return nil }
        return Int(UInt16(bigEndian: address.sin_port))
    }
}
