import ChaveTransport
import Synchronization

/// Hands requests on, and remembers the `Chave-Device` header that the SDK sends with them.
final class DeviceHeaderWatch: HTTPTransport {
    private let transport: any HTTPTransport
    private let device = Mutex<String?>(nil)

    init(_ transport: any HTTPTransport) { self.transport = transport }

    var header: String? { device.withLock { $0 } }

    func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
        if let sent = request.headers["chave-device"] { device.withLock { $0 = sent } }
        return try await transport.send(request)
    }
}
