import ChaveBase
import ChavePixModel
import ChaveWire
import HTTPKernel
import SignInCore

/// A request on its way through one of sign-in's routes.
package struct SignInContext: Sendable {
    let call: RouteCall<SignInAPI>
    /// That of the path; `nil` for the address without one.
    let tenant: TenantID?
    /// The body of a form; empty for other routes.
    let form: OAuthParameters

    var request: ServerRequest { call.request }

    /// - Throws: 404 where the path names what can be no tenant; what is wrong with the query or the form.
    init(_ call: RouteCall<SignInAPI>) throws(OAuthError) {
        self.call = call
        if let text = call.parameters["tenant"] {
            guard let tenant = TenantID(text) else { throw .unknownTenant }
            self.tenant = tenant
        } else {
            tenant = nil
        }
        let terms = call.row.terms
        if !terms.ignoresUnknownParameters { _ = try SignInContext.query(of: call) }
        switch terms.reads {
        case .form: form = try call.request.form()
        case .formIfAny where call.request.mediaType == ServerRequest.formType: form = try call.request.form()
        case .formIfAny, .json, .none: form = try OAuthParameters([])
        }
    }

    /// A path parameter, as it was sent.
    func parameter(_ name: String) -> String { call.parameters[name] ?? "" }

    /// The tenant of a route that has one in its path.
    func requiredTenant() throws(OAuthError) -> TenantID {
        guard let tenant else { throw .unknownTenant }
        return tenant
    }

    /// The token that came as Bearer (RFC 6750, section 2.1).
    func bearer() throws(OAuthError) -> String {
        let parts = (request.header("authorization") ?? "").split(separator: " ", maxSplits: 1)
        guard parts.count == 2, parts[0].lowercased() == "bearer" else {
            throw OAuthError(.invalidToken, "Send the token as Authorization: Bearer.", status: 401)
        }
        return parts[1].trimmingSpaces()
    }

    /// The body as JSON that agrees with the row's table.
    func json() throws(OAuthError) -> JSONFields {
        guard case .json(let schema) = call.row.terms.reads else {
            preconditionFailure("a handler reads what its row says it takes")
        }
        return try JSONFields(request, schema)
    }

    /// What the query says, by the row's table.
    func query() throws(OAuthError) -> QueryParameters { try SignInContext.query(of: call) }

    private static func query(of call: RouteCall<SignInAPI>) throws(OAuthError) -> QueryParameters {
        do throws(APIFailure) {
            return try QueryParameters(
                call.request.query,
                table: call.row.query,
                unknown: call.row.terms.ignoresUnknownParameters ? .ignored : .refused
            )
        } catch {
            throw OAuthError(error)
        }
    }
}

extension OAuthError {
    static let unknownTenant = OAuthError(.notFound, "There is no tenant of this name.", status: 404)
}
