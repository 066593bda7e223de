import ChaveBase
import HTTPKernel
import Pages
import SignInModel

extension ServerRequest {
    /// The media type of a form (RFC 6749, appendix B).
    static let formType = "application/x-www-form-urlencoded"

    /// The body as a form (RFC 6749, section 3.2, and appendix B), by one rule for `+` and `%`.
    ///
    /// - Throws: `invalid_request` for a body that is not percent-encoded UTF-8, or that repeats a name.
    func form() throws(OAuthError) -> OAuthParameters {
        guard case .bytes(let bytes) = body else { return try OAuthParameters([]) }
        try requireMediaType(ServerRequest.formType)
        var pairs: [(name: String, value: String)] = []
        for part in bytes.split(separator: UInt8(ascii: "&")) {
            let sides = part.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
            guard let name = PercentEncoding.decode(bytes: sides[0], plusIsSpace: true),
                let value = PercentEncoding.decode(bytes: sides.count == 2 ? sides[1] : [], plusIsSpace: true)
            else { throw OAuthError(.invalidRequest, "The body is not percent-encoded UTF-8.") }
            pairs.append((name, value))
        }
        return try OAuthParameters(pairs)
    }

    func requireMediaType(_ type: String) throws(OAuthError) {
        guard mediaType == type else {
            throw OAuthError(.invalidRequest, "Send the body with Content-Type: \(type).", status: 415)
        }
        guard !isCoded else {
            throw OAuthError(.invalidRequest, "Send the body as it is, without Content-Encoding.", status: 415)
        }
    }
}
