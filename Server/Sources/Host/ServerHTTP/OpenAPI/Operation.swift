import ChavePixModel

/// A route with its whole path, as it is shown to callers.
struct Operation: Sendable {
    let route: Route
    let path: String

    init(_ route: Route, below prefix: String) {
        self.route = route
        path = prefix + route.place.template
    }

    /// The tables that the operation's body and answer are read and written by.
    var schemas: [Schema] {
        var schemas = route.body.map { [$0.schema] } ?? []
        if case .json(let schema, _) = route.answer.content { schemas.append(schema) }
        return schemas
    }

    /// The operations that go on from what this one creates, with the answer's `id` in their paths.
    func successors(among operations: [Operation]) -> [Operation] {
        guard route.answer.status == 201 else { return [] }
        return operations.filter { $0.path.hasPrefix(path) && $0.route.parameterNames == ["id"] }
    }
}

extension RouteTable {
    var operations: [Operation] { routes.map { Operation($0, below: prefix) } }
}
