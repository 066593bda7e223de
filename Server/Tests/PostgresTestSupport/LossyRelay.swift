import Foundation
import Synchronization

/// Stands between a client and a server of this machine, and can keep the server's answers to itself.
public final class LossyRelay: Sendable {
    private struct State {
        var sockets: [Int32] = []
        var losesAnswers = false
        var lastWords: [UInt8]?
        var isOpenAfterThem = false
    }

    public let port: Int
    private let listener: Int32
    private let server: Int
    private let state = Mutex(State())

    /// Listens from now on.
    public init(to server: Int) throws {
        self.server = server
        (listener, port) = try FreePort.listening()
        let thread = Thread { [self] in accepting() }
        thread.start()
    }

    /// From now on what clients say goes through, and what the server says is dropped.
    public func loseAnswers() { state.withLock { $0.losesAnswers = true } }

    /// The server's next answer is dropped, this is said in its place, and then nothing more.
    ///
    /// The connection ends with it, or stays open, as that of a server does that is about to end.
    public func say(lastWords: [UInt8], staysOpen: Bool) {
        state.withLock { state in
            state.lastWords = lastWords
            state.isOpenAfterThem = staysOpen
        }
    }

    /// Ends all connections; the next ones go through whole.
    public func breakOff() {
        state.withLock { state in
            state.losesAnswers = false
            for socket in state.sockets { shutdown(socket, Int32(SHUT_RDWR)) }
            state.sockets = []
        }
    }

    /// Listens no more.
    public func close() {
        breakOff()
        shutdown(listener, Int32(SHUT_RDWR))
    }

    private func accepting() {
        while true {
            let client = accept(listener, nil, nil)
            guard client >= 0 else { break }
            guard let server = FreePort.connect(to: server) else {
                _ = Foundation.close(client)
                continue
            }
            state.withLock { $0.sockets += [client, server] }
            Thread { [self] in copy(from: client, to: server, isAnswer: false) }.start()
            Thread { [self] in copy(from: server, to: client, isAnswer: true) }.start()
        }
        _ = Foundation.close(listener)
    }

    private func copy(from source: Int32, to target: Int32, isAnswer: Bool) {
        var buffer = [UInt8](repeating: 0, count: 16_384)
        while true {
            let count = recv(source, &buffer, buffer.count, 0)
            guard count > 0 else { break }
            if isAnswer, state.withLock(\.losesAnswers) { continue }
            if isAnswer, let words = state.withLock({ $0.lastWords.take() }) {
                _ = words.withUnsafeBytes { send(target, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
                guard state.withLock(\.isOpenAfterThem) else { break }
                loseAnswers()
                continue
            }
            var sent = 0
            while sent < count {
                let taken = buffer[sent..<count].withUnsafeBytes {
                    send(target, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
                }
                guard taken > 0 else { return }
                sent += taken
            }
        }
        shutdown(target, Int32(SHUT_RDWR))
    }
}
