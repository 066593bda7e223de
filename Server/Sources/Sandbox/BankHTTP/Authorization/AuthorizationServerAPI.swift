import ChaveBase
import ChavePixModel
import ChaveWire
package import HTTPKernel
package import OpenFinanceCertificates
import OpenFinanceWire

/// The authorization server of each institution (FAPI-BR 2.1.0; dynamic registration 2.1.0 of Open Finance Brasil).
package struct AuthorizationServerAPI: Sendable {
    let wire: WireBank
    package let table: RouteTable<AuthorizationServerAPI>

    package init(_ wire: WireBank) {
        self.wire = wire
        table = RouteTable(AuthorizationServerAPI.rows, .asWritten) { row in [(label: row.template, path: row.template)]
        }
    }
}

/// The caller that a row answers.
package enum WireAccess: Sendable {
    case everybody
    /// A program with a client's certificate.
    case certificate
}

/// A request on its way to a row of the authorization server.
package struct AuthorizationContext: Sendable {
    let wire: WireBank
    let institution: WireInstitution
    let call: RouteCall<AuthorizationServerAPI>
    /// The client of the connection; `nil` on a row for everybody.
    let certificate: TransportCertificate?

    var request: ServerRequest { call.request }
    var now: Timestamp { call.asked.world.now() }

    /// The client of the connection, on a row that demands one.
    var caller: TransportCertificate {
        get throws(OAuthRefusal) {
            guard let certificate else { throw .invalidClient("Connect with a transport certificate (BRCAC).") }
            return certificate
        }
    }

    /// The request's form; each field may occur once.
    func form() throws -> QueryParameters {
        guard case .bytes(let body) = request.body else {
            throw OAuthRefusal("invalid_request", "The body is too long.", status: 413)
        }
        guard request.mediaType == "application/x-www-form-urlencoded" else {
            throw OAuthRefusal("invalid_request", "Send a form (application/x-www-form-urlencoded).", status: 415)
        }
        do throws(APIFailure) {
            return try QueryParameters(String(decoding: body, as: UTF8.self))
        } catch {
            throw OAuthRefusal.invalidRequest(error.items.first?.message ?? "The form cannot be read.")
        }
    }
}

extension AuthorizationServerAPI: RoutedInterface {
    package typealias Access = WireAccess
    package typealias Terms = Admission.Class
    package typealias Refusal = String
    package typealias Proven = TransportCertificate?
    package typealias Context = AuthorizationContext

    package func ownPlace(of request: ServerRequest) -> String? { "bank" }

    package func admissionClass(of call: RouteCall<AuthorizationServerAPI>) -> Admission.Class { call.row.terms }

    package func caller(
        of call: RouteCall<AuthorizationServerAPI>,
        in place: inout Places.Place
    ) async throws -> TransportCertificate? {
        guard call.row.access == .certificate else { return nil }
        guard call.request.clientCertificate != nil else {
            throw OAuthRefusal.invalidClient("Connect with a transport certificate (BRCAC), at the mTLS endpoint.")
        }
        let certificate: TransportCertificate
        do throws(CertificateRefusal) {
            certificate = try wire.certificates.certificate(of: call.request)
        } catch {
            throw OAuthRefusal.invalidClient(error.sentence)
        }
        try wire.rates.take(certificate, at: wire.institution(of: call.request), call.asked.world.now())
        return certificate
    }

    package func context(
        of call: RouteCall<AuthorizationServerAPI>,
        by caller: TransportCertificate?
    ) throws -> AuthorizationContext {
        _ = try QueryParameters(call.request.query, table: call.row.query)
        guard let institution = wire.institution(of: call.request) else {
            throw OAuthRefusal("invalid_request", "No institution has this host. See the directory.", status: 421)
        }
        return AuthorizationContext(wire: wire, institution: institution, call: call, certificate: caller)
    }

    package func refusal(
        _ error: any Error,
        to asked: Asked,
        on call: RouteCall<AuthorizationServerAPI>?
    ) -> Settled {
        let refusal: OAuthRefusal
        var headers: [(name: String, value: String)] = [("Content-Type", "application/json")]
        switch error {
        case let error as OAuthRefusal: refusal = error
        case let error as APIFailure:
            let code = error.status == 429 ? "temporarily_unavailable" : "invalid_request"
            refusal = OAuthRefusal(code, error.items.first?.message ?? "", status: error.status)
            if let seconds = error.retryAfterSeconds { headers.append(("Retry-After", "\(seconds)")) }
        case is Keystores.Unavailable:
            refusal = OAuthRefusal(
                "temporarily_unavailable",
                "The directory has not given the client's keys. Repeat the request later.",
                status: 503
            )
            headers.append(("Retry-After", "5"))
        default: refusal = OAuthRefusal("server_error", "Something failed on the bank's side.", status: 500)
        }
        if refusal.status == 401 { headers.append(("WWW-Authenticate", "Bearer")) }
        if case .overdue = asked.request.body { headers.append(("Connection", "close")) }
        let answer = ServerAnswer(status: refusal.status, headers: headers, body: refusal.body.encoded())
        return Settled(answer, errorCode: refusal.error)
    }
}
