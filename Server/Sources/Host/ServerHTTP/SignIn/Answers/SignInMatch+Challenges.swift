import ChaveBase
import SignInCore

extension SignInMatch {
    /// How to prove oneself after a refusal (RFC 9110, section 11.6.1; RFC 6750, section 3; RFC 9449, section 7.1).
    func challenges(_ refusal: OAuthError, to request: ServerRequest) -> [(name: String, value: String)] {
        guard case .route(let route, _, _) = self else { return [] }
        guard refusal.status == 401 || refusal.code == .insufficientScope else { return [] }
        let schemes: [(name: String, parameters: String)] =
            switch route.proof {
            case .client, .nothing: [("Basic", #"realm="chave", charset="UTF-8""#)]
            case .accessToken: [("Bearer", #"realm="chave""#), ("DPoP", #"algs="ES256""#)]
            case .bearer: [("Bearer", #"realm="chave""#)]
            }
        // Whoever sent nothing did nothing wrong yet, and is told the ways only (RFC 6750, section 3.1).
        let tried = request.header("authorization")?.split(separator: " ").first?.lowercased()
        return schemes.map { scheme in
            let isMeant = tried == scheme.name.lowercased() && scheme.name != "Basic"
            let reason = isMeant ? SignInMatch.reason(refusal) : ""
            return ("WWW-Authenticate", "\(scheme.name) \(scheme.parameters)\(reason)")
        }
    }

    private static func reason(_ refusal: OAuthError) -> String {
        var reason = #", error="\#(refusal.code.rawValue)""#
        // Only what a quoted string of these parameters may have (RFC 6750, section 3).
        let isQuotable = refusal.description.utf8.allSatisfy { byte in
            (0x20...0x7E).contains(byte) && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
        }
        if isQuotable { reason += #", error_description="\#(refusal.description)""# }
        if refusal.code == .insufficientScope { reason += #", scope="openid""# }
        return reason
    }
}
