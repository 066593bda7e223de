import Foundation
import ServerHost

/// Ports of the loopback address.
enum FreePort {
    /// The requested port, or a free one when none was requested, or 0.
    static func chosen(_ port: Int?) throws -> Int {
        if let port, port != 0 { return port }
        return try bound(to: 0)
    }

    /// The first of three free ports beside each other.
    static func three() throws -> Int {
        for _ in 0..<100 {
            let port = try bound(to: 0)
            if port < 65_500, problem(port + 1) == nil, problem(port + 2) == nil { return port }
        }
        throw CommandFailure("There are no three free ports beside each other on this machine.")
    }

    /// The reason why a server could not listen there; `nil` when it could.
    static func problem(_ port: Int) -> String? {
        do throws(ListeningRefusal) {
            _ = try bound(to: port)
            return nil
        } catch {
            return error.description
        }
    }

    /// The reason why a server could not listen on that port of an address; `nil` when it could.
    static func problem(_ port: Int, at address: String) -> String? {
        var wanted = addrinfo()
        wanted.ai_socktype = Int32(SOCK_STREAM.rawValue)
        wanted.ai_flags = AI_PASSIVE
        var found: UnsafeMutablePointer<addrinfo>?
        guard getaddrinfo(address, "\(port)", &wanted, &found) == 0, let place = found?.pointee else {
            return ListeningRefusal(errno: EADDRNOTAVAIL, address: address, port: port).description
        }
        defer { freeaddrinfo(found) }
        let socket = Foundation.socket(place.ai_family, place.ai_socktype, place.ai_protocol)
        guard socket >= 0 else { return ListeningRefusal(errno: errno, address: address, port: port).description }
        defer { close(socket) }
        var isReused: Int32 = 1
        setsockopt(socket, SOL_SOCKET, SO_REUSEADDR, &isReused, socklen_t(MemoryLayout<Int32>.size))
        guard bind(socket, place.ai_addr, place.ai_addrlen) == 0 else {
            return ListeningRefusal(errno: errno, address: address, port: port).description
        }
        return nil
    }

    /// Binds a port and releases it again; returns the port.
    private static func bound(to port: Int) throws(ListeningRefusal) -> Int {
        let socket = Foundation.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        guard socket >= 0 else { throw refusal(port) }
        defer { close(socket) }
        // The option is the server's own: closing connections of the last server do not count.
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
        guard isBound else { throw refusal(port) }
        return Int(UInt16(bigEndian: address.sin_port))
    }

    private static func refusal(_ port: Int) -> ListeningRefusal {
        ListeningRefusal(errno: errno, address: "127.0.0.1", port: port)
    }
}
