import ChaveBase
import ChavePixModel
import ChaveWire
package import HTTPKernel
package import OpenFinanceCertificates
import OpenFinanceWire

/// The directory over HTTP: participants and keystores for everybody, software statements for their owners.
package struct DirectoryAPI: Sendable {
    let folder: DirectoryFolder
    let tokens: DirectoryTokens
    package let table: RouteTable<DirectoryAPI>

    package init(_ folder: DirectoryFolder) {
        self.folder = folder
        tokens = DirectoryTokens(key: folder.world.randomBytes(32))
        table = RouteTable(DirectoryAPI.rows, .asWritten) { row in [(label: row.template, path: row.template)] }
    }
}

/// The caller that a row of the directory answers.
package enum DirectoryAccess: Sendable {
    case everybody
    /// A participant's program, by the certificate of its connection.
    case certificate
}

/// A request on its way to a row of the directory.
package struct DirectoryContext: Sendable {
    let api: DirectoryAPI
    let call: RouteCall<DirectoryAPI>
    /// The caller's certificate; `nil` on a row for everybody.
    let certificate: TransportCertificate?

    var now: Timestamp { call.asked.world.now() }

    func parameter(_ name: String) -> String { call.parameters[name] ?? "" }

    /// The certificate, on a row that demands one.
    var caller: TransportCertificate {
        get throws(OAuthRefusal) {
            guard let certificate else { throw .invalidClient("Connect with a transport certificate (BRCAC).") }
            return certificate
        }
    }
}

extension DirectoryAPI: RoutedInterface {
    package typealias Access = DirectoryAccess
    package typealias Terms = Admission.Class
    package typealias Refusal = String
    package typealias Proven = TransportCertificate?
    package typealias Context = DirectoryContext

    package func ownPlace(of request: ServerRequest) -> String? { "directory" }

    package func admissionClass(of call: RouteCall<DirectoryAPI>) -> Admission.Class { call.row.terms }

    package func caller(
        of call: RouteCall<DirectoryAPI>,
        in place: inout Places.Place
    ) async throws -> TransportCertificate? {
        guard call.row.access == .certificate else { return nil }
        guard let der = call.request.clientCertificate else {
            throw OAuthRefusal.invalidClient("Connect with a transport certificate (BRCAC).")
        }
        do throws(CertificateRefusal) {
            return try TransportCertificate(der: der)
        } catch {
            throw OAuthRefusal.invalidClient(error.sentence)
        }
    }

    package func context(
        of call: RouteCall<DirectoryAPI>,
        by caller: TransportCertificate?
    ) throws -> DirectoryContext {
        _ = try QueryParameters(call.request.query, table: call.row.query)
        return DirectoryContext(api: self, call: call, certificate: caller)
    }

    package func refusal(_ error: any Error, to asked: Asked, on call: RouteCall<DirectoryAPI>?) -> Settled {
        let refusal: OAuthRefusal
        var headers: [(name: String, value: String)] = [("Content-Type", "application/json")]
        switch error {
        case let error as OAuthRefusal: refusal = error
        case let error as APIFailure:
            refusal = OAuthRefusal("invalid_request", error.items.first?.message ?? "", status: error.status)
            if let seconds = error.retryAfterSeconds { headers.append(("Retry-After", "\(seconds)")) }
        case let error as DirectoryFolder.Problem:
            refusal = OAuthRefusal("server_error", error.description, status: 503)
        default: refusal = OAuthRefusal("server_error", "Something failed on the directory's side.", status: 500)
        }
        let answer = ServerAnswer(status: refusal.status, headers: headers, body: refusal.body.encoded())
        return Settled(answer, errorCode: refusal.error)
    }
}
