extension SignInMatch {
    /// Lets scripts of other sites read the answers that are made for them (Fetch, section 3.2).
    ///
    /// Any site may, since no cookie and no credential of the browser's own is looked at here: who has a token has it.
    func share(_ answer: inout ServerAnswer) {
        switch self {
        case .route(let route, _, _) where route.isShared:
            answer.headers.append(("Access-Control-Allow-Origin", "*"))
            answer.headers.append(("Access-Control-Expose-Headers", "Retry-After, WWW-Authenticate, X-Request-Id"))
        case .route, .preflight, .otherMethods: break
        }
    }
}

extension ServerAnswer {
    /// What a script of another site may send.
    static func preflight(_ methods: [String]) -> ServerAnswer {
        ServerAnswer(
            status: 204,
            headers: [
                ("Access-Control-Allow-Origin", "*"),
                ("Access-Control-Allow-Methods", methods.joined(separator: ", ")),
                ("Access-Control-Allow-Headers", "Authorization, Content-Type, DPoP"),
                ("Access-Control-Max-Age", "600"),
            ]
        )
    }
}
