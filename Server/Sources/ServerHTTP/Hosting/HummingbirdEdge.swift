import HTTPTypes
public import Hummingbird
public import Logging
import NIOCore

/// Hands Hummingbird's requests to the server and its answers back, and writes the one log line of each.
public struct HummingbirdEdge: HTTPResponder {
    public typealias Context = BasicRequestContext

    private let server: APIServer
    private let logger: Logger
    private static let largestBody = 64 * 1024

    public init(server: APIServer, logger: Logger) {
        self.server = server
        self.logger = logger
    }

    public func respond(to request: Request, context: BasicRequestContext) async throws -> Response {
        let started = ContinuousClock.now
        let (answer, record) = await server.respond(to: try await read(request))
        logger.log(
            level: record.status >= 500 ? .error : .info,
            "request",
            metadata: [
                "request_id": .string(record.requestID), "method": .string(record.method),
                "route": .string(record.route), "status": .stringConvertible(record.status),
                "error": .string(record.errorCode ?? ""),
                "milliseconds": .stringConvertible((ContinuousClock.now - started) / .milliseconds(1)),
            ]
        )
        return response(answer)
    }

    /// - Throws: what ends the connection: the client is gone, or what it sent is no HTTP.
    private func read(_ request: Request) async throws -> ServerRequest {
        let body: ServerRequest.Body
        do {
            var request = request
            let buffer = try await request.collectBody(upTo: HummingbirdEdge.largestBody)
            body = .bytes(Array(buffer.readableBytesView))
        } catch is NIOTooManyBytesError {
            body = .tooLarge
        } catch is OverdueBody {
            body = .overdue
        }
        return ServerRequest(
            method: request.method.rawValue,
            path: request.uri.path,
            query: request.uri.query ?? "",
            headers: request.headers.map { ($0.name.canonicalName, $0.value) },
            body: body
        )
    }

    private func response(_ answer: ServerAnswer) -> Response {
        var headers = HTTPFields()
        for (name, value) in answer.headers {
            guard let name = HTTPField.Name(name) else { continue }
            headers.append(HTTPField(name: name, value: value))
        }
        return Response(
            status: HTTPResponse.Status(code: answer.status),
            headers: headers,
            body: answer.body.isEmpty ? ResponseBody() : ResponseBody(byteBuffer: ByteBuffer(bytes: answer.body))
        )
    }
}
