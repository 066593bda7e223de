import SignInCore

/// What sign-in's table says of a request's method and path.
enum SignInMatch: Sendable {
    case route(SignInRoute, template: String, parameters: [String: String])
    /// A script of another site asks whether it may (Fetch, section 3.2.2).
    case preflight(template: String, methods: [String], Preflight)
    case otherMethods(template: String, [String])

    /// As the log has it.
    var template: String {
        switch self {
        case .route(_, let template, _), .preflight(let template, _, _), .otherMethods(let template, _): template
        }
    }

    /// What a preflight is judged by.
    struct Preflight: Sendable {
        let sharing: SignInRoute.Sharing
        /// As the path has it; `nil` for the address without one.
        let tenant: String?
    }
}

extension [SignInRoute] {
    /// `nil` where the path is none of sign-in's.
    func match(_ request: ServerRequest) -> SignInMatch? {
        let path = SignInRoute.segments(request.path)
        var template = ""
        var found: [SignInRoute] = []
        var tenant: String?
        for row in self {
            guard let match = row.match(path) else { continue }
            if row.methods.contains(request.method) {
                return .route(row, template: match.template, parameters: match.parameters)
            }
            template = match.template
            tenant = match.parameters["tenant"]
            found.append(row)
        }
        guard !found.isEmpty else { return nil }
        let methods = found.flatMap(\.methods).sorted()
        guard request.method == "OPTIONS", let sharing = found.lazy.compactMap(\.sharing).first else {
            return .otherMethods(template: template, methods)
        }
        return .preflight(template: template, methods: methods, .init(sharing: sharing, tenant: tenant))
    }
}
