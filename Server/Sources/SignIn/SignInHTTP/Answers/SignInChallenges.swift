import ChaveBase
import HTTPKernel
import SignInModel

extension RouteCall<SignInAPI> {
    /// The ways to prove oneself after a refusal (RFC 9110, section 11.6.1; RFC 6750, section 3; RFC 9449, section
    /// 7.1).
    func challenges(_ refusal: OAuthError) -> [(name: String, value: String)] {
        guard refusal.status == 401 || refusal.code == .insufficientScope else { return [] }
        let schemes: [(name: String, parameters: String)] =
            switch row.access {
            case .client, .nothing: [("Basic", #"realm="chave", charset="UTF-8""#)]
            case .accessToken: [("Bearer", #"realm="chave""#), ("DPoP", #"algs="ES256""#)]
            case .bearer: [("Bearer", #"realm="chave""#)]
            }
        // A caller without credentials has made no error yet, and gets the ways without a reason (RFC 6750, section
        // 3.1).
        let tried = request.header("authorization")?.split(separator: " ").first?.lowercased()
        return schemes.map { scheme in
            let isMeant = tried == scheme.name.lowercased() && scheme.name != "Basic"
            let reason = isMeant ? refusal.reason : ""
            return ("WWW-Authenticate", "\(scheme.name) \(scheme.parameters)\(reason)")
        }
    }
}

extension OAuthError {
    /// The refusal as parameters of a challenge.
    fileprivate var reason: String {
        var reason = #", error="\#(code.rawValue)""#
        // A quoted string of these parameters has a limited character set (RFC 6750, section 3).
        let isQuotable = description.utf8.allSatisfy { byte in
            (0x20...0x7E).contains(byte) && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
        }
        if isQuotable { reason += #", error_description="\#(description)""# }
        if code == .insufficientScope { reason += #", scope="openid""# }
        return reason
    }
}
