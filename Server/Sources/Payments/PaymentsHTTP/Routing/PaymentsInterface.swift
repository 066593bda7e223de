import ChaveBase
package import ChavePixModel
package import HTTPKernel
import InstitutionPort
import PaymentsCore
package import PaymentsModel

extension PaymentsRoutes: RoutedInterface {
    package typealias Access = RouteAccess
    package typealias Terms = PaymentsTerms
    package typealias Refusal = ErrorCode
    package typealias Proven = Caller?
    package typealias Context = RequestContext

    /// The route table; a path works with and without its last slash.
    static func table(_ rows: [Route]) -> RouteTable<PaymentsRoutes> {
        RouteTable(rows, .emptyOnesIgnored) { row in
            let atRoot = row.terms.prefix == PaymentsTerms.api ? [row.template] : []
            return ([row.path] + atRoot).map { (label: row.template, path: $0) }
        }
    }

    package func admissionClass(of call: RouteCall<PaymentsRoutes>) -> Admission.Class {
        let row = call.row
        if row.method == "GET" { return row.isWaiting ? call.polling : .read }
        let isApproval = row.template.hasSuffix("/authorize/") || row.template.hasSuffix("/confirm/")
        return isApproval ? .approval : .write
    }

    /// The authenticated caller, after the checks of credentials, of earlier failures and of rate limits.
    package func caller(of call: RouteCall<PaymentsRoutes>, in place: inout Places.Place) async throws -> Caller? {
        guard let caller = try await proven(call) else { return nil }
        try call.asked.admission.admit(
            admissionClass(of: call),
            of: caller.apiKey,
            grant: caller.grant,
            to: &place,
            at: call.asked.world.now()
        )
        try call.request.lease?.count(for: caller.apiKey)
        return caller
    }

    private func proven(_ call: RouteCall<PaymentsRoutes>) async throws(APIFailure) -> Caller? {
        let (request, admission, now) = (call.request, call.asked.admission, call.asked.world.now())
        try admission.mayBeHeard(from: request.client, at: now)
        let key = Authentication.claimedKey(request)
        if let key { try admission.mayAuthenticate(key: key, from: request.client, at: now) }
        do throws(APIFailure) {
            return try await authentication.caller(of: request, for: call.row.access)
        } catch {
            if error.status == 401 { admission.noteRefusal(from: request.client, at: now) }
            if let key, error.status == 401 { admission.noteFailure(key: key, from: request.client, at: now) }
            throw error
        }
    }

    package func context(of call: RouteCall<PaymentsRoutes>, by caller: Caller?) throws -> RequestContext {
        try call.request.requireSmallBody()
        return RequestContext(
            call: call,
            today: call.asked.world.now().date,
            baseURL: payments.policy.baseURL,
            query: try QueryParameters(call.request.query, of: call.row, for: caller),
            provenCaller: caller,
            proveAgain: proof(of: caller, by: call)
        )
    }

    /// Tells banks the address and program of a device whose request causes a call; a merchant's server is no customer.
    package func answer(_ context: RequestContext, by handler: Route.Handler) async throws -> ServerAnswer {
        guard context.provenCaller?.device != nil else { return try await handler(context) }
        let customer = InstitutionCustomer(
            address: context.request.client?.text,
            userAgent: context.request.header("user-agent")
        )
        return try await InstitutionCustomer.$current.withValue(customer) { try await handler(context) }
    }

    /// The check before a held response is sent: credentials that have ended meanwhile get nothing.
    private func proof(of caller: Caller?, by call: RouteCall<PaymentsRoutes>) -> ProofAgain {
        { [authentication] () async throws(APIFailure) in
            let now = try await authentication.caller(of: call.request, for: call.row.access)
            guard now == caller else { throw .tokenNotValid }
        }
    }

    /// The one form of a refusal (Payments API, section 1): an array of items.
    package func refusal(_ error: any Error, to asked: Asked, on call: RouteCall<PaymentsRoutes>?) -> Settled {
        let failure = error as? APIFailure ?? .unexpected
        return Settled(
            .failure(failure, requestID: asked.requestID),
            errorCode: failure.items.first?.code.rawValue
        )
    }

    private var authentication: Authentication { Authentication(payments: payments) }
}
