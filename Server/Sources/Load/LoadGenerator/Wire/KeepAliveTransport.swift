public import ChaveTransport
public import NIOCore
import Synchronization

/// The SDK's HTTP port over SwiftNIO: HTTP/1.1 on connections that stay open, all of them on one loop.
///
/// For a program that stands for many devices: a request is one buffer and one write, an answer is read where it arrives,
/// and a task that runs on the loop changes no thread on its way. Of an answer's fields it keeps those that a client reads.
/// It follows no redirect, keeps no cookie and repeats nothing.
public final class KeepAliveTransport: HTTPTransport {
    private let loop: any EventLoop
    private let pool: NIOLoopBoundBox<ConnectionPool>
    private let lastID = Atomic<UInt64>(0)

    /// - Parameters:
    ///   - loop: where its connections live.
    ///   - mostConnections: at once; a request that finds none free waits for one.
    ///   - longestBody: in bytes; a longer answer is refused.
    ///   - freshness: how long a connection may be unused before another takes its place; servers close what they hear
    ///     nothing of.
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

    /// Sends it once; a task on the loop's own executor stays on its thread.
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
                // A cancellation that came before the exchange was known has found nothing to end.
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
