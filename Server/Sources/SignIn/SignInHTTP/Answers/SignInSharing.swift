import ChaveBase
import HTTPKernel
import SignInCore

extension RouteCall<SignInAPI> {
    /// Lets scripts of other sites read the answers that are made for them (Fetch, section 3.2).
    ///
    /// No cookie and no credential of the browser's own is looked at here, so none is ever allowed: who has a token has it.
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
    /// Whom an answer names as its reader; `nil` where that is nobody.
    ///
    /// Where the records do not answer nobody reads it, which is no reason to fail what is done already.
    func origin(of request: ServerRequest, tenant: String?, _ signIn: SignIn) async -> String? {
        guard self == .clients else { return "*" }
        guard let origin = request.header("origin") else { return nil }
        let place = tenant.flatMap { TenantID($0) }
        guard tenant == nil || place != nil else { return nil }
        let isKnown = (try? await signIn.sharesAnswers(with: origin, tenant: place)) ?? false
        return isKnown ? origin : nil
    }

    /// What a script of another site may send; nothing where its origin is none of a client's.
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
