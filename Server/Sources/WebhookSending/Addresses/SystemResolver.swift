import Foundation
import NIOCore
import NIOPosix
import Synchronization

/// The system's resolver, on threads of its own: a name server that does not answer holds up nothing else.
package final class SystemResolver: HostResolver {
    private let threads: NIOThreadPool

    /// So many names are looked up at once; others wait their turn within their attempt's time.
    private static let threadCount = 16

    package init() {
        threads = NIOThreadPool(numberOfThreads: SystemResolver.threadCount)
        threads.start()
    }

    package func addresses(of host: String, port: Int) async -> [ResolvedAddress] {
        let answer = FirstAnswer()
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                answer.wait(continuation)
                threads.submit { state in
                    answer.give(state == .active ? SystemResolver.lookUp(host, port) : [])
                }
            }
        } onCancel: {
            answer.give([])
        }
    }

    package func close() async { try? await threads.shutdownGracefully() }

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

/// Takes the first answer that comes and no other.
private final class FirstAnswer: Sendable {
    private enum State {
        case idle
        case awaited(CheckedContinuation<[ResolvedAddress], Never>)
        case given([ResolvedAddress])
    }
    private let state = Mutex(State.idle)

    func wait(_ continuation: CheckedContinuation<[ResolvedAddress], Never>) {
        let given: [ResolvedAddress]? = state.withLock { state in
            if case .given(let answer) = state { return answer }
            state = .awaited(continuation)
            return nil
        }
        if let given { continuation.resume(returning: given) }
    }

    func give(_ answer: [ResolvedAddress]) {
        let waiter: CheckedContinuation<[ResolvedAddress], Never>? = state.withLock { state in
            switch state {
            case .idle:
                state = .given(answer)
                return nil
            case .awaited(let waiter):
                state = .given(answer)
                return waiter
            case .given: return nil
            }
        }
        waiter?.resume(returning: answer)
    }
}
