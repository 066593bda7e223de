import ChaveBase
import ChavePixModel
import ChaveWire
import HTTPKernel
import PaymentsCore
import PaymentsModel

/// A request while a route handles it.
package struct RequestContext: Sendable {
    let call: RouteCall<PaymentsRoutes>
    /// The day in UTC on which the request arrived.
    let today: CalendarDate
    let baseURL: String
    let query: QueryParameters
    /// The caller; `nil` only on open routes.
    let provenCaller: Caller?
    /// Checks the credentials again, for a request that was held.
    let proveAgain: ProofAgain

    var request: ServerRequest { call.request }
    var route: Route { call.row }

    var caller: Caller {
        get throws(APIFailure) {
            guard let provenCaller else { throw .authenticationFailed }
            return provenCaller
        }
    }

    /// A path parameter as an id; text that is not an id names no object.
    func id<Kind>(_ index: Int = 0) throws(APIFailure) -> ResourceID<Kind> {
        guard let text = call.parameters[index], let id = ResourceID<Kind>(String(text)) else {
            throw .notFound
        }
        return id
    }

    var bodyBytes: [UInt8] {
        guard case .bytes(let bytes) = request.body else { return [] }
        return bytes
    }

    /// The body as JSON.
    ///
    /// An empty body counts as an empty object when the route allows that.
    private func json(emptyIsObject: Bool) throws(APIFailure) -> JSONValue {
        guard case .bytes(let bytes) = request.body else { throw .requestTooLarge }
        if bytes.isEmpty && emptyIsObject { return [:] }
        try requireJSONType()
        do throws(JSONError) {
            return try JSONValue(parsing: bytes)
        } catch {
            throw APIFailure(
                status: 400,
                items: [
                    .init(
                        code: .invalidJSON,
                        message: "The body is not JSON: at byte \(error.position), \(error.problem.rawValue)."
                    )
                ]
            )
        }
    }

    private func requireJSONType() throws(APIFailure) {
        guard request.mediaType == "application/json" else {
            throw .unsupported("Send JSON with Content-Type: application/json.")
        }
        guard !request.isCoded else { throw .unsupported("Send the body as it is, without Content-Encoding.") }
    }

    /// The body as the message that the route's row names.
    func message<Message: APIRequest>(
        _ type: Message.Type,
        in context: SchemaContext = SchemaContext()
    ) throws(APIFailure) -> Message {
        precondition(route.body?.schema.name == Message.schema.name, "a handler reads what its row says it takes")
        let json = try json(emptyIsObject: route.body?.isOptional ?? false)
        var context = context
        context.today = today
        do throws(FieldErrors) {
            return try Message(json: json, in: context)
        } catch {
            throw APIFailure(error)
        }
    }

    /// The request's idempotency key, if it has one.
    func idempotency() throws(APIFailure) -> IdempotentRequest? {
        precondition(route.terms.isKept, "a handler keeps answers only where its row says so")
        guard request.headers.contains(where: { $0.name == "idempotency-key" }) else { return nil }
        let key = try IdempotentRequest.readKey(request.header("idempotency-key") ?? "")
        return IdempotentRequest(
            key: key,
            caller: try caller,
            method: route.method,
            route: route.template,
            target: request.target,
            body: bodyBytes
        )
    }
}

extension APIFailure {
    fileprivate static func unsupported(_ message: String) -> APIFailure {
        APIFailure(status: 415, items: [.init(code: .unsupportedMediaType, message: message)])
    }
}
