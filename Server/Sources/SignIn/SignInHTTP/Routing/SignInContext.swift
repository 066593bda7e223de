import ChaveBase
import ChavePixModel
import ChaveWire
import HTTPKernel
import SignInModel
import Waiting

/// A request to one of sign-in's routes.
package struct SignInContext: Sendable {
    let call: RouteCall<SignInAPI>
    /// The tenant in the path; `nil` for the address without one.
    let tenant: TenantID?
    /// The body of a form; empty for other routes.
    let form: OAuthParameters

    var request: ServerRequest { call.request }

    /// - Throws: 404 where the path's tenant is no valid name; the first error in the query or the form.
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

    /// A path parameter, as the caller sent it.
    func parameter(_ name: String) -> String { call.parameters[name] ?? "" }

    /// The tenant of a route that has one in its path.
    func requiredTenant() throws(OAuthError) -> TenantID {
        guard let tenant else { throw .unknownTenant }
        return tenant
    }

    /// The request's Bearer token (RFC 6750, section 2.1).
    func bearer() throws(OAuthError) -> String {
        let parts = (request.header("authorization") ?? "").split(separator: " ", maxSplits: 1)
        guard parts.count == 2, parts[0].lowercased() == "bearer" else {
            throw OAuthError(.invalidToken, "Send the token as Authorization: Bearer.", status: 401)
        }
        return parts[1].trimmingSpaces()
    }

    /// The body as JSON that conforms to the row's table.
    func json() throws(OAuthError) -> JSONFields {
        guard case .json(let schema) = call.row.terms.reads else {
            preconditionFailure("a handler reads what its row says it takes")
        }
        return try JSONFields(request, schema)
    }

    /// The query's parameters, checked by the row's table.
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

extension SignInContext {
    /// The object with its version, or 304 for a caller that has this version.
    ///
    /// The tag is weak (RFC 9110, section 8.8.1): the text of one version changes as fewer seconds are left.
    func answer(_ object: JSONObject, version: Int64) -> ServerAnswer {
        let isKnown = EntityTags.known(to: request).includes(version)
        var answer = isKnown ? ServerAnswer(status: 304) : ServerAnswer.object(object)
        answer.headers.append(("ETag", "W/" + EntityTags.tag(version)))
        answer.headers.append(("Cache-Control", "no-store"))
        return answer
    }
}
