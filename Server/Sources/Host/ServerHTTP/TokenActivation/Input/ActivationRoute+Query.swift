import ChavePixModel
import PaymentsCore

extension ActivationRoute {
    /// - Throws: a problem that names what the row does not know, and what it knows.
    @discardableResult
    func requireKnownQuery(of request: ServerRequest) throws(Problem) -> QueryParameters {
        do throws(APIFailure) {
            return try QueryParameters(request.query, table: query)
        } catch {
            var problem = Problem(.invalidParameter, error.items.first?.message)
            problem.parameters = error.items.compactMap(\.field)
            throw problem
        }
    }
}
