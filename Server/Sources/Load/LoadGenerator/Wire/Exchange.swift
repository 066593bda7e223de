import ChaveTransport
import NIOCore

/// One request under way on a loop, until somebody hears of its end.
final class Exchange {
    let id: UInt64
    let origin: Origin
    let bytes: ByteBuffer
    /// Set once its bytes were handed to a socket.
    var isSent = false
    /// Ends it when its time is up.
    var timer: Scheduled<Void>?
    /// What carries it.
    weak var connection: Connection?
    private var answer: CheckedContinuation<Result<HTTPResponse, TransportError>, Never>?

    init(
        id: UInt64,
        origin: Origin,
        bytes: ByteBuffer,
        answer: CheckedContinuation<Result<HTTPResponse, TransportError>, Never>
    ) {
        self.id = id
        self.origin = origin
        self.bytes = bytes
        self.answer = answer
    }

    /// Tells the caller; only the first end counts.
    func end(_ result: Result<HTTPResponse, TransportError>) {
        timer?.cancel()
        timer = nil
        answer?.resume(returning: result)
        answer = nil
    }

    func fail(_ kind: TransportError.Kind) {
        end(.failure(TransportError(kind, mayHaveReachedServer: isSent)))
    }
}
