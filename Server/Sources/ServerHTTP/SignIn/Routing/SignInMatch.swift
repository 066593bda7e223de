import SignInCore

/// What sign-in's table says of a request's method and path.
enum SignInMatch: Sendable {
    case route(SignInRoute, template: String, parameters: [String: String])
    /// A script of another site asks whether it may (Fetch, section 3.2.2).
    case preflight(template: String, methods: [String])
    case otherMethods(template: String, [String])

    /// As the log has it.
    var template: String {
        switch self {
        case .route(_, let template, _), .preflight(let template, _), .otherMethods(let template, _): template
        }
    }
}

extension [SignInRoute] {
    /// `nil` where the path is none of sign-in's.
    func match(_ request: ServerRequest) -> SignInMatch? {
        let path = SignInRoute.segments(request.path)
        var template = ""
        var found: [SignInRoute] = []
        for row in self {
            guard let match = row.match(path) else { continue }
            if row.methods.contains(request.method) {
                return .route(row, template: match.template, parameters: match.parameters)
            }
            template = match.template
            found.append(row)
        }
        guard !found.isEmpty else { return nil }
        let methods = found.flatMap(\.methods).sorted()
        let isPreflight = request.method == "OPTIONS" && found.contains(where: \.isShared)
        return isPreflight
            ? .preflight(template: template, methods: methods) : .otherMethods(template: template, methods)
    }
}
