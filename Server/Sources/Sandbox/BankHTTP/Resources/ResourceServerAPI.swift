import ChaveBase
import ChavePixModel
import ChaveWire
package import HTTPKernel
import InstitutionPort
import OpenFinanceCertificates
import OpenFinanceWire
import SandboxBank

/// The interfaces for enrollments and payments of Open Finance Brasil.
package struct ResourceServerAPI: Sendable {
    let wire: WireBank
    private let settings: Settings
    package let table: RouteTable<ResourceServerAPI>

    /// The choices that Open Finance Brasil leaves to each bank.
    package struct Settings: Sendable {
        /// Whether the confirmation of a payment needs a token with the scope nrp-consents.
        let needsNRPScope: Bool

        package init(needsNRPScope: Bool) { self.needsNRPScope = needsNRPScope }
    }

    package init(_ wire: WireBank, _ settings: Settings) {
        self.wire = wire
        self.settings = settings
        table = RouteTable(ResourceServerAPI.rows, .asWritten) { row in [(label: row.template, path: row.template)] }
    }
}

/// The operation, version and admission class of a row.
package struct ResourceTerms: Sendable {
    let operation: WireOperation
    let version: WireVersion
    let kind: Admission.Class
}

/// A client that has shown its certificate and a token.
package struct ResourceCaller: Sendable {
    let institution: WireInstitution
    let client: ProvenClient
    let headers: WireHeaders
    let token: String
}

/// A request on its way to a row of the bank's interfaces.
package struct ResourceContext: Sendable {
    let wire: WireBank
    let caller: ResourceCaller
    let call: RouteCall<ResourceServerAPI>

    var institution: WireInstitution { caller.institution }
    var request: ServerRequest { call.request }
    var terms: ResourceTerms { call.row.terms }
    var now: Timestamp { call.asked.world.now() }
}

extension ResourceServerAPI: RoutedInterface {
    package typealias Access = Bool
    package typealias Terms = ResourceTerms
    package typealias Refusal = String
    package typealias Proven = ResourceCaller
    package typealias Context = ResourceContext

    private static let root = "/open-banking/"

    package func isNear(_ request: ServerRequest) -> Bool { request.path.hasPrefix(ResourceServerAPI.root) }

    package func ownPlace(of request: ServerRequest) -> String? { ResourceServerAPI.root }

    package func admissionClass(of call: RouteCall<ResourceServerAPI>) -> Admission.Class { call.row.terms.kind }

    /// Checks certificate, headers and token, in this order.
    package func caller(
        of call: RouteCall<ResourceServerAPI>,
        in place: inout Places.Place
    ) async throws -> ResourceCaller {
        let request = call.request
        guard let institution = wire.institution(of: request) else {
            throw WireRefusal(421, "INVALID_REQUEST", "No institution has this host. See the directory.")
        }
        let certificate: TransportCertificate
        do throws(CertificateRefusal) {
            certificate = try wire.certificates.certificate(of: request)
        } catch {
            throw WireRefusal.wrongCertificate(error.sentence)
        }
        try wire.rates.take(certificate, at: institution, call.asked.world.now())
        let headers = try headers(of: call)
        guard let token = request.bearer, (request.header("authorization") ?? "").utf8.count <= 2_048,
            let holder = wire.bank.holder(ofAccessToken: token), holder.certificate == certificate.thumbprint
        else {
            throw WireRefusal.unauthorized("Send an access token that is valid, with the certificate it is bound to.")
        }
        guard (holder.enrollmentID != nil) == call.row.terms.operation.takesEnrollmentToken else {
            let wanted = call.row.terms.operation.takesEnrollmentToken ? "authorization_code" : "client_credentials"
            throw WireRefusal.unauthorized("Send a token of the grant \(wanted).")
        }
        let scopes = holder.scope.split(separator: " ")
        guard scopes.contains("payments") else {
            throw WireRefusal(403, "UNAUTHORIZED", "Send a token with the scope payments.")
        }
        let needsNRPScope = settings.needsNRPScope && call.row.terms.operation.operation == .createPayment
        guard !needsNRPScope || scopes.contains("nrp-consents") else {
            throw WireRefusal(403, "UNAUTHORIZED", "Send a token with the scope nrp-consents.")
        }
        guard let client = try await wire.bank.client(holder.client, at: institution.id), client.owns(certificate)
        else {
            throw WireRefusal.unauthorized("The token's client is not registered at this institution.")
        }
        return ResourceCaller(
            institution: institution,
            client: ProvenClient(registered: client, certificate: certificate),
            headers: headers,
            token: token
        )
    }

    private func headers(of call: RouteCall<ResourceServerAPI>) throws -> WireHeaders {
        do throws(WireHeaderRefusal) {
            return try WireHeaders(needsIdempotencyKey: call.row.terms.operation.hasBody) { name in
                call.request.headers.filter { $0.name == name }.map(\.value)
            }
        } catch {
            let code = error.problem == .missing ? "PARAMETRO_NAO_INFORMADO" : "PARAMETRO_INVALIDO"
            throw WireRefusal(400, code, error.sentence)
        }
    }

    package func context(of call: RouteCall<ResourceServerAPI>, by caller: ResourceCaller) throws -> ResourceContext {
        _ = try QueryParameters(call.request.query, table: call.row.query)
        return ResourceContext(wire: wire, caller: caller, call: call)
    }

    /// Refusals before the desk are plain JSON; only a 422 is signed, and that one comes from the desk.
    package func refusal(_ error: any Error, to asked: Asked, on call: RouteCall<ResourceServerAPI>?) -> Settled {
        var headers: [(name: String, value: String)] = []
        let refusal: WireRefusal
        switch error {
        case let error as WireRefusal: refusal = error
        case let error as APIFailure:
            refusal = WireRefusal(error)
            if let seconds = error.retryAfterSeconds { headers.append(("Retry-After", "\(seconds)")) }
        case is Keystores.Unavailable:
            refusal = WireRefusal(503, "SERVICE_UNAVAILABLE", "The directory has not given your keys. Repeat later.")
            headers.append(("Retry-After", "5"))
        default: refusal = WireRefusal(500, "INTERNAL_SERVER_ERROR", "Something failed on the bank's side.")
        }
        headers.append(("Content-Type", "application/json; charset=utf-8"))
        if call == nil { headers.append(("x-fapi-interaction-id", interactionID(of: asked.request))) }
        if case .overdue = asked.request.body { headers.append(("Connection", "close")) }
        let body = ErrorBody.object(
            OFBError(code: refusal.code, title: refusal.code, detail: refusal.detail),
            at: asked.world.now()
        )
        let answer = ServerAnswer(status: refusal.status, headers: headers, body: JSONValue.object(body).encoded())
        return Settled(answer, errorCode: refusal.code)
    }

    /// Every answer has an interaction id: the request's, or a new one where that is missing or wrong.
    package func complete(_ answer: inout ServerAnswer, of call: RouteCall<ResourceServerAPI>) async {
        answer.headers.append(("x-fapi-interaction-id", interactionID(of: call.request)))
        if (200..<300).contains(answer.status), let version = call.row.terms.version.header {
            answer.headers.append(("x-v", version))
        }
    }
}

extension ResourceServerAPI {
    private func interactionID(of request: ServerRequest) -> String {
        let sent = request.header("x-fapi-interaction-id")
        return sent.flatMap { TokenUUID.isUUID($0) ? $0 : nil } ?? TokenUUID.random(wire.world.randomBytes)
    }
}
