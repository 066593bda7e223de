public import ChaveTransport
public import NIOCore
import Synchronization

/// The SDK's HTTP port over SwiftNIO: HTTP/1.1 on connections that stay open, all of them on one loop.
///
/// The transport is for a program that simulates many devices. A request is one buffer and one write, and a response is
/// read where it arrives. A task that runs on the loop changes no thread on its way. Only the response fields that a
/// client reads are stored. The transport follows no redirect, stores no cookie and never retries.
public final class KeepAliveTransport: HTTPTransport {
    private let loop: any EventLoop
    private let pool: NIOLoopBoundBox<ConnectionPool>
    private let lastID = Atomic<UInt64>(0)

    /// - Parameters:
    ///   - loop: the loop of its connections.
    ///   - mostConnections: the limit of connections; a request that finds none free waits for one.
    ///   - longestBody: the limit of a body in bytes; a longer response is refused.
    ///   - freshness: the time for which a connection may be unused before another replaces it; servers close idle
    ///     connections.
    public init(
        on loop: any EventLoop,
        mostConnections: Int = 20_000,
        longestBody: Int = 8 << 20,
        freshness: TimeAmount = .seconds(15)
    ) {
        self.loop = loop
        pool = .makeBoxSendingValue(
            ConnectionPool(
                loop: loop,
                most: max(mostConnections, 1),
                longestBody: longestBody,
                freshness: freshness
            ),
            eventLoop: loop
        )
    }

    /// Sends a request once; a task on the loop's own executor stays on its thread.
    public func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
        guard !Task.isCancelled else { throw TransportError(.cancelled, mayHaveReachedServer: false) }
        var bytes = ByteBufferAllocator().buffer(capacity: 1_024 + (request.body?.count ?? 0))
        guard let (origin, target) = Origin.split(request.url),
            RequestBytes.write(request, target, to: origin, into: &bytes)
        else { throw TransportError(.other, mayHaveReachedServer: false) }
        let id = lastID.add(1, ordering: .relaxed).newValue
        let ready = bytes
        let timeout = request.timeoutMilliseconds
        let result = await withTaskCancellationHandler {
            await withCheckedContinuation { answer in
                onLoop { pool in
                    let exchange = Exchange(id: id, origin: origin, bytes: ready, answer: answer)
                    pool.begin(exchange, timeoutMilliseconds: timeout)
                }
                // A cancellation before the exchange was known has found nothing to end.
                if Task.isCancelled { onLoop { $0.end(id, because: .cancelled) } }
            }
        } onCancel: {
            onLoop { $0.end(id, because: .cancelled) }
        }
        return try result.get()
    }

    public func invalidate() { onLoop { $0.invalidate() } }

    private func onLoop(_ body: @escaping @Sendable (ConnectionPool) -> Void) {
        guard !loop.inEventLoop else { return body(pool.value) }
        loop.execute { [pool] in body(pool.value) }
    }
}
