/// The routes below one prefix; a path answers with and without its last slash.
struct RouteTable: Sendable {
    let routes: [Route]
    let prefix: String
    private let prefixSegments: [Substring]
    /// The guides' short paths are relative to a prefix, and answer at the root too.
    private let answersAtRoot: Bool

    init(_ routes: [Route], prefix: String, answersAtRoot: Bool = false) {
        self.routes = routes
        self.prefix = prefix
        self.answersAtRoot = answersAtRoot
        prefixSegments = prefix.split(separator: "/")
    }

    enum Match {
        case route(Route, parameters: [Substring])
        case otherMethods([String])
        case nothing
    }

    func match(method: String, path: String) -> Match {
        var segments = path.split(separator: "/")[...]
        if segments.starts(with: prefixSegments) {
            segments = segments.dropFirst(prefixSegments.count)
        } else if !answersAtRoot {
            return .nothing
        }
        let parts = Array(segments)
        var methods: [String] = []
        for route in routes {
            guard let parameters = route.parameters(of: parts) else { continue }
            if route.place.method == method { return .route(route, parameters: parameters) }
            methods.append(route.place.method)
        }
        return methods.isEmpty ? .nothing : .otherMethods(methods)
    }
}
