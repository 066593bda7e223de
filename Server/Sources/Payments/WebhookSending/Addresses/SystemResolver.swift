package import ChaveBase
package import ChavePixModel
import Dispatch
import Foundation
package import NIOCore
import NIOPosix
import Synchronization
import Webhooks

/// The system's resolver, on its own threads: a silent name server delays nothing else.
///
/// A system look-up cannot be stopped. Therefore one name uses one thread of its organisation, however many callers ask
/// for it. Callers that ask meanwhile share its answer, and a name without waiting callers is not looked up. An
/// organisation has at most two threads: the dead names of up to seven organisations at once delay only their own
/// webhooks.
package final class SystemResolver: HostResolver {
    private let threads: NIOThreadPool
    private let find: @Sendable (String, Int) -> [ResolvedAddress]
    private let turns = Mutex(ResolverTurns(threads: threadCount, perOrganisation: threadsPerOrganisation))

    /// The number of simultaneous look-ups; other names wait for their turn within their attempt's time.
    static let threadCount = 16
    static let threadsPerOrganisation = 2

    package convenience init() { self.init(find: SystemResolver.lookUp) }

    /// Creates a resolver that calls `find`, which may block its thread.
    init(find: @escaping @Sendable (String, Int) -> [ResolvedAddress]) {
        self.find = find
        threads = NIOThreadPool(numberOfThreads: SystemResolver.threadCount)
        threads.start()
    }

    package func addresses(
        of host: String,
        port: Int,
        for organisation: OrganisationID
    ) async -> [ResolvedAddress] {
        let answer = FirstAnswer()
        let name = ResolverTurns.Name(organisation: organisation, host: host)
        let found = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                answer.wait(continuation)
                turns.withLock { $0.ask(for: name, port: port, answer) }
                begin()
            }
        } onCancel: {
            answer.give([])
        }
        return found.map { address in
            var address = address.socketAddress
            address.port = port
            return ResolvedAddress(address)
        }
    }

    /// Ends the resolver; waiting callers get an empty answer.
    ///
    /// A thread that still waits for a name server ends when that server responds; no caller waits for this thread.
    package func close() async {
        let left = turns.withLock { $0.close() }
        endThreads()
        for answer in left { answer.give([]) }
    }

    private func endThreads() { threads.shutdownGracefully(queue: .global()) { _ in } }

    /// Starts a look-up on every free thread while a name is due.
    private func begin() {
        while let (name, port) = turns.withLock({ $0.next() }) {
            threads.submit { state in
                let found = state == .active ? self.find(name.host, port) : []
                let answers = self.turns.withLock { $0.end(name) }
                for answer in answers { answer.give(found) }
                self.begin()
            }
        }
    }

    private static func lookUp(_ host: String, _ port: Int) -> [ResolvedAddress] {
        var hints = addrinfo()
        hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        hints.ai_protocol = Int32(IPPROTO_TCP)
        // Only address families that this machine can reach.
        hints.ai_flags = AI_ADDRCONFIG | AI_NUMERICSERV
        var list: UnsafeMutablePointer<addrinfo>?
        guard getaddrinfo(host, "\(port)", &hints, &list) == 0 else { return [] }
        defer { freeaddrinfo(list) }
        var found: [ResolvedAddress] = []
        var next = list
        while let entry = next {
            if let address = socketAddress(entry.pointee) { found.append(ResolvedAddress(address)) }
            next = entry.pointee.ai_next
        }
        return found
    }

    private static func socketAddress(_ entry: addrinfo) -> SocketAddress? {
        guard let address = entry.ai_addr else { return nil }
        switch entry.ai_family {
        case AF_INET:
            return address.withMemoryRebound(to: sockaddr_in.self, capacity: 1) { SocketAddress($0.pointee) }
        case AF_INET6:
            return address.withMemoryRebound(to: sockaddr_in6.self, capacity: 1) { SocketAddress($0.pointee) }
        default: return nil
        }
    }
}

/// Resolves a host's name to its addresses, once for each attempt.
package protocol HostResolver: Sendable {
    /// Returns the addresses; empty when the name has none, and early and empty when the task is cancelled.
    ///
    /// Names use only the resolver threads of their own `organisation`.
    func addresses(of host: String, port: Int, for organisation: OrganisationID) async -> [ResolvedAddress]
}

/// An address of a host name; an attempt to the host dials only such addresses.
package struct ResolvedAddress: Hashable, Sendable {
    package let socketAddress: SocketAddress

    package init(_ socketAddress: SocketAddress) { self.socketAddress = socketAddress }

    /// The IP address; `nil` when the address is not an internet address.
    package var ip: IPAddress? { socketAddress.ipAddress.flatMap { IPAddress($0) } }
}
