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
        let known = routes.compactMap { route in route.parameters(of: parts).map { (route: route, parameters: $0) } }
        // A path that one row spells out is that row's alone (OpenAPI 3.1, section 4.8.8.2), for every method.
        let fewest = known.map(\.parameters.count).min()
        let rows = known.filter { $0.parameters.count == fewest }
        if let row = rows.first(where: { $0.route.place.method == method }) {
            return .route(row.route, parameters: row.parameters)
        }
        return rows.isEmpty ? .nothing : .otherMethods(rows.map(\.route.place.method))
    }
}
