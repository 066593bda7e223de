import ChaveTransport
import Synchronization

/// A network that does one thing, whatever it is asked, and remembers what it was asked.
final class ScriptedNetwork: HTTPTransport {
    enum Script: Hashable, Sendable {
        case answer(HTTPResponse)
        case failure(TransportError)
    }

    private let script: Script
    private let heard = Mutex<[HTTPRequest]>([])

    init(_ script: Script) { self.script = script }

    /// In the order in which they came.
    var requests: [HTTPRequest] { heard.withLock { $0 } }

    func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
        heard.withLock { $0.append(request) }
        switch script {
        case .answer(let response): return response
        case .failure(let error): throw error
        }
    }
}
