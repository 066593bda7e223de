/// What the table of ``TokenActivationAPI`` says of a request's method and path.
enum ActivationMatch: Sendable {
    case route(ActivationRoute, [Substring])
    case otherMethods(template: String, [String])
    /// Below the API's own prefix, and no address of it.
    case nothing

    /// As the log has it.
    var template: String {
        switch self {
        case .route(let route, _): route.template
        case .otherMethods(let template, _): template
        case .nothing: TokenActivationAPI.prefix
        }
    }
}

extension [ActivationRoute] {
    /// `nil` where the path is none of the table's.
    func match(_ request: ServerRequest) -> ActivationMatch? {
        let path = ActivationRoute.segments(request.path)
        let known = compactMap { route in route.parameters(of: path).map { (route: route, parameters: $0) } }
        // A path that one row spells out is that row's alone (OpenAPI 3.1, section 4.8.8.2), for every method.
        let fewest = known.map(\.parameters.count).min()
        let rows = known.filter { $0.parameters.count == fewest }
        if let row = rows.first(where: { $0.route.method == request.method }) {
            return .route(row.route, row.parameters)
        }
        guard let first = rows.first else { return nil }
        return .otherMethods(template: first.route.template, rows.map(\.route.method).sorted())
    }
}
