package import ChavePixModel
package import OpenFinanceWire

/// One institution of the bank on the wire.
package struct WireInstitution: Sendable {
    package let id: InstitutionID
    /// The id of its organisation in the directory.
    package let organisation: String
    /// The host of its issuer.
    package let host: String
    /// The host of what needs a client's certificate.
    package let mutualHost: String
    /// `iss` of its identity tokens: an HTTPS address without a slash at its end.
    package let issuer: String
    /// The address of what needs a client's certificate, without a slash at its end.
    package let mutualBase: String
    /// The address to which a holder's browser is sent.
    package let authorizationEndpoint: String
    /// The key that signs its answers.
    package let signing: EnvelopeKey

    package init(
        id: InstitutionID,
        organisation: String,
        host: String,
        mutualHost: String,
        port: Int,
        authorizationEndpoint: String,
        signing: EnvelopeKey
    ) {
        self.id = id
        self.organisation = organisation
        self.host = host
        self.mutualHost = mutualHost
        issuer = "https://\(host):\(port)"
        mutualBase = "https://\(mutualHost):\(port + 1)"
        self.authorizationEndpoint = authorizationEndpoint
        self.signing = signing
    }
}
