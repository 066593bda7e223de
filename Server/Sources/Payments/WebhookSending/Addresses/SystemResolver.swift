import ChaveBase
package import ChavePixModel
import Dispatch
import Foundation
import NIOCore
import NIOPosix
import Synchronization

/// The system's resolver, on threads of its own: a name server that does not answer holds up nothing else.
///
/// The system cannot be told to stop looking, so a name takes one thread of its organisation however many ask for it, those
/// who ask meanwhile share its answer, and nothing is looked up for those who have gone. An organisation has two threads at
/// most: the dead names of up to seven organisations at once hold up their own webhooks alone.
package final class SystemResolver: HostResolver {
    private let threads: NIOThreadPool
    private let find: @Sendable (String, Int) -> [ResolvedAddress]
    private let turns = Mutex(ResolverTurns(threads: threadCount, perOrganisation: threadsPerOrganisation))

    /// So many names are looked up at once; others wait their turn within their attempt's time.
    static let threadCount = 16
    static let threadsPerOrganisation = 2

    package convenience init() { self.init(find: SystemResolver.lookUp) }

    /// `find` may block its thread.
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

    /// Answers whoever waits with nothing.
    ///
    /// A thread that still waits for a name server ends when that one answers; nobody waits for it.
    package func close() async {
        let left = turns.withLock { $0.close() }
        endThreads()
        for answer in left { answer.give([]) }
    }

    private func endThreads() { threads.shutdownGracefully(queue: .global()) { _ in } }

    /// Gives every free thread a name whose turn it is.
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
        // Only families that this machine has a way for.
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
