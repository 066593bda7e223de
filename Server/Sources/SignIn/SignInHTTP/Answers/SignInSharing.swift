import ChaveBase
import HTTPKernel
import SignInCore
import SignInModel

extension RouteCall<SignInAPI> {
    /// Lets scripts of other sites read the answers that are meant for them (Fetch, section 3.2).
    ///
    /// The answers never allow credentials: these routes read no cookie and no credential that a browser adds by
    /// itself. A token in the request is enough.
    func share(_ answer: inout ServerAnswer, by signIn: SignIn) async {
        guard let sharing = row.terms.sharing else { return }
        if sharing == .clients { answer.headers.append(("Vary", "Origin")) }
        guard let origin = await sharing.origin(of: request, tenant: parameters["tenant"], signIn) else { return }
        answer.headers.append(("Access-Control-Allow-Origin", origin))
        answer.headers.append(
            ("Access-Control-Expose-Headers", "DPoP-Nonce, Retry-After, WWW-Authenticate, X-Request-Id")
        )
    }
}

extension SignInTerms.Sharing {
    /// The origin that may read an answer; `nil` where no origin may.
    ///
    /// No origin may read the answer while the records cannot be read. The request does not fail then, because its work
    /// is already done.
    func origin(of request: ServerRequest, tenant: String?, _ signIn: SignIn) async -> String? {
        guard self == .clients else { return "*" }
        guard let origin = request.header("origin") else { return nil }
        let place = tenant.flatMap { TenantID($0) }
        guard tenant == nil || place != nil else { return nil }
        let isKnown = (try? await signIn.sharesAnswers(with: origin, tenant: place)) ?? false
        return isKnown ? origin : nil
    }

    /// The requests that a script of another site may send; empty where the origin belongs to no client.
    func preflight(
        _ methods: [String],
        to request: ServerRequest,
        tenant: String?,
        _ signIn: SignIn
    ) async -> ServerAnswer {
        var answer = ServerAnswer(status: 204)
        if self == .clients { answer.headers.append(("Vary", "Origin")) }
        guard let origin = await origin(of: request, tenant: tenant, signIn) else { return answer }
        answer.headers += [
            ("Access-Control-Allow-Origin", origin),
            ("Access-Control-Allow-Methods", methods.joined(separator: ", ")),
            ("Access-Control-Allow-Headers", "Authorization, Content-Type, DPoP"),
            ("Access-Control-Max-Age", "600"),
        ]
        return answer
    }
}
