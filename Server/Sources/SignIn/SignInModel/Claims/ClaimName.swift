/// The rule for names of a tenant's own claims.
package enum ClaimName {
    /// Demands an ASCII letter, then letters, digits, and characters of URLs and paths; 100 characters at most.
    ///
    /// A name is refused if RFC 7519, OpenID Connect or another specification in use here defines it. A reader of a
    /// token must never mistake a tenant's statement for the server's.
    package static func check(_ name: String, _ field: String) throws(OAuthError) {
        guard (1...100).contains(name.utf8.count), let first = name.utf8.first, TextRule.isAlphanumeric(first),
            !(0x30...0x39).contains(first),
            name.utf8.allSatisfy({ TextRule.isAlphanumeric($0) || "_-.:/".utf8.contains($0) })
        else {
            throw TextRule.refusal(
                field,
                "must have claims named by a letter, then letters, digits and _ - . : /, at most 100 of them"
            )
        }
        guard !registered.contains(name) else {
            throw TextRule.refusal(field, "must not have a claim of a name that OpenID Connect or JWT registers")
        }
    }

    /// The names that the following specifications define.
    ///
    /// RFC 7519, section 4.1; OpenID Connect Core 1.0, sections 2, 3.3.2.11, 5.1 and 5.6.2; RFC 7662, section 2.2; RFC
    /// 7800, section 3.1; RFC 8693, section 4; RFC 8417; RFC 9068, section 2.2; RFC 9101; RFC 9396; the logout and
    /// self-issued specifications of OpenID.
    private static let registered: Set<String> = [
        "iss", "sub", "aud", "exp", "nbf", "iat", "jti", "nonce", "auth_time", "acr", "amr", "azp", "at_hash", "c_hash",
        "s_hash", "sid", "sub_id", "sub_jwk", "name", "given_name", "family_name", "middle_name", "nickname",
        "preferred_username", "profile", "picture", "website", "email", "email_verified", "gender", "birthdate",
        "zoneinfo",
        "locale", "phone_number", "phone_number_verified", "address", "updated_at", "verified_claims", "active",
        "scope",
        "client_id", "username", "token_type", "cnf", "act", "may_act", "events", "toe", "txn", "htm", "htu", "ath",
        "authorization_details", "vot", "vtm", "_claim_names", "_claim_sources",
    ]
}
