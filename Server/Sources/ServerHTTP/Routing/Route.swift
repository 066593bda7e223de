import ChavePixModel
import ChaveWire
import PaymentsCore

/// One row of the route table.
struct Route: Sendable {
    let method: String
    /// Segments; one in braces takes any text.
    let template: String
    let access: Access
    let handler: @Sendable (RequestContext) async throws(APIFailure) -> ServerAnswer
    fileprivate let segments: [Substring]

    enum Access: Sendable {
        case open
        /// HTTP Basic with API keys.
        case merchant
        /// HTTP Basic, or a device's token with its secret.
        case merchantOrDevice
    }

    init(
        _ method: String,
        _ template: String,
        _ access: Access,
        _ handler: @escaping @Sendable (RequestContext) async throws(APIFailure) -> ServerAnswer
    ) {
        self.method = method
        self.template = template
        self.access = access
        self.handler = handler
        segments = template.split(separator: "/")
    }

    /// The parameters of `path` by their names; `nil` when the path is another one.
    func parameters(of path: [Substring]) -> [Substring]? {
        guard path.count == segments.count else { return nil }
        var parameters: [Substring] = []
        for (segment, part) in zip(segments, path) {
            if segment.first == "{" {
                parameters.append(part)
            } else if !segment.utf8.elementsEqual(part.utf8) {
                return nil
            }
        }
        return parameters
    }
}

/// All routes; a path answers with and without its last slash, under its prefix and, for the guides, at the root.
struct RouteTable: Sendable {
    private let routes: [Route]
    private let prefix: [Substring]

    init(_ routes: [Route], prefix: String) {
        self.routes = routes
        self.prefix = prefix.split(separator: "/")
    }

    enum Match {
        case route(Route, parameters: [Substring])
        case otherMethods([String])
        case nothing
    }

    func match(method: String, path: String) -> Match {
        var segments = path.split(separator: "/")[...]
        if segments.starts(with: prefix) { segments = segments.dropFirst(prefix.count) }
        let parts = Array(segments)
        var methods: [String] = []
        for route in routes {
            guard let parameters = route.parameters(of: parts) else { continue }
            if route.method == method { return .route(route, parameters: parameters) }
            methods.append(route.method)
        }
        return methods.isEmpty ? .nothing : .otherMethods(methods)
    }
}

/// A request on its way through a route.
struct RequestContext: Sendable {
    let request: ServerRequest
    let requestID: String
    let baseURL: String
    let query: QueryParameters
    let parameters: [Substring]
    let route: Route
    /// Who calls; only routes that are open have none.
    let provenCaller: Caller?

    var caller: Caller {
        get throws(APIFailure) {
            guard let provenCaller else { throw .authenticationFailed }
            return provenCaller
        }
    }

    /// A path parameter as an id: text that is none names nothing.
    func id<Kind>(_ index: Int = 0) throws(APIFailure) -> ResourceID<Kind> {
        guard parameters.indices.contains(index), let id = ResourceID<Kind>(String(parameters[index])) else {
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
    /// An empty one is an empty object where the route allows that.
    func json(emptyIsObject: Bool = false) throws(APIFailure) -> JSONValue {
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
        let type = request.header("content-type") ?? ""
        let media = type.split(separator: ";", omittingEmptySubsequences: false)[0]
        guard media.trimmingSpaces().lowercased() == "application/json" else {
            throw APIFailure(
                status: 415,
                items: [.init(code: .unsupportedMediaType, message: "Send JSON with Content-Type: application/json.")]
            )
        }
    }

    func message<Message: APIRequest>(
        _ type: Message.Type,
        in context: SchemaContext = SchemaContext(),
        emptyIsObject: Bool = false
    ) throws(APIFailure) -> Message {
        let json = try json(emptyIsObject: emptyIsObject)
        do throws(FieldErrors) {
            return try Message(json: json, in: context)
        } catch {
            throw APIFailure(error)
        }
    }

    /// The request's idempotency key, if it has one.
    func idempotency() throws(APIFailure) -> IdempotentRequest? {
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

extension Substring {
    func trimmingSpaces() -> String {
        var text = self[...]
        while let first = text.first, first == " " || first == "\t" { text = text.dropFirst() }
        while let last = text.last, last == " " || last == "\t" { text = text.dropLast() }
        return String(text)
    }
}
