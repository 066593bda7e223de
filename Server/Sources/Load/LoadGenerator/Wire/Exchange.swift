import ChaveTransport
import NIOCore

/// One request in progress on a loop, until its caller hears of the end.
final class Exchange {
    let id: UInt64
    let origin: Origin
    let bytes: ByteBuffer
    /// Whether its bytes were given to a socket.
    var isSent = false
    /// The timer of its timeout.
    var timer: Scheduled<Void>?
    /// The connection that carries it.
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
