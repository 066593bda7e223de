import ChaveBase
package import ChavePixModel
package import HTTPKernel
import SignInCore
package import SignInModel

/// Sign-in among a server's interfaces: before its pages, and only at `address` where there is one.
package struct SignInInterface: Interface {
    private let api: SignInAPI
    private let address: SignInAddress?

    package init(_ api: SignInAPI, at address: SignInAddress? = nil) {
        self.api = api
        self.address = address
    }

    package func reply(to asked: Asked) async -> Reply? {
        if let reply = astray(asked) { return reply }
        if let reply = await api.reply(to: asked) { return reply }
        return nowhere(asked)
    }

    package func refusal(_ failure: APIFailure, to asked: Asked) -> Settled { api.refusal(failure, to: asked) }

    /// The answer to a request at the wrong one of two hosts; `nil` at the right host, or where there is one host.
    ///
    /// Each host answers as if the other host's addresses did not exist. The payments' association files, which name
    /// merchants' apps, are therefore never on the host of passkeys and mailed links.
    private func astray(_ asked: Asked) -> Reply? {
        let request = asked.request
        guard let address, !request.isWithinPage else { return nil }
        let isOfSignIn = SignInMounts.isOwn(request.path) || api.answers(request)
        guard address.isMeant(by: request) != isOfSignIn, !SignInAddress.isOfBoth(request) else { return nil }
        let reason =
            isOfSignIn
            ? "Sign-in has a host of its own; ask at \(address.baseURL)."
            : "This host signs people in and answers nothing else."
        return notFound(reason, asked)
    }

    /// The answer to a program that asks for an unknown address below a tenant; a browser gets a page instead.
    private func nowhere(_ asked: Asked) -> Reply? {
        let request = asked.request
        guard SignInMounts.isNowhere(request), !request.namesHTML else { return nil }
        return notFound("There is nothing at this address.", asked)
    }

    private func notFound(_ reason: String, _ asked: Asked) -> Reply {
        Reply(outcome: .settled(api.refusal(OAuthError(.notFound, reason, status: 404), to: asked, on: nil)))
    }
}

extension SignInAPI: RoutedInterface {
    package typealias Access = SignInProof
    package typealias Terms = SignInTerms
    package typealias Refusal = OAuthError.Code
    package typealias Proven = Void
    package typealias Context = SignInContext

    static func table(_ rows: [SignInRoute]) -> RouteTable<SignInAPI> {
        RouteTable(rows, .asWritten) { row in row.addresses.map { (label: $0, path: $0) } }
    }

    private static let beginnings = ["/v0/", "/v1/", "/v2/", "/t/", "/.well-known/", "/openapi-sign-in.json"]

    /// Whether a request may be for sign-in; most are not, and need no search through the rows.
    package func isNear(_ request: ServerRequest) -> Bool {
        SignInAPI.beginnings.contains { request.path.utf8.starts(with: $0.utf8) } && !SignInAPI.isPageOfQR(request)
    }

    /// Whether the path belongs to sign-in, for any method.
    func answers(_ request: ServerRequest) -> Bool {
        guard isNear(request) else { return false }
        if case .nothing = table.match(method: request.method, path: request.path) { return false }
        return true
    }

    package func admissionClass(of call: RouteCall<SignInAPI>) -> Admission.Class {
        call.row.isWaiting ? call.polling : call.row.terms.kind
    }

    package func place(for call: RouteCall<SignInAPI>) throws(APIFailure) -> Places.Place {
        try call.asked.placeOfWaiter(as: admissionClass(of: call))
    }

    /// The use cases check credentials themselves: of a form, of a header, or bound to a key.
    package func caller(of call: RouteCall<SignInAPI>, in place: inout Places.Place) async throws {
        try call.asked.admission.mayBeHeard(from: call.request.client, at: call.asked.world.now())
    }

    package func context(of call: RouteCall<SignInAPI>, by caller: Void) throws -> SignInContext {
        try call.request.requireSmallBody()
        return try SignInContext(call)
    }

    /// Refuses a client for a while after too many wrong secrets, as the rest of the API does.
    package func answer(_ context: SignInContext, by handler: SignInRoute.Handler) async throws -> ServerAnswer {
        let (asked, client) = (context.call.asked, context.request.client)
        let (admission, now) = (asked.admission, asked.world.now())
        let key = context.claimedClient
        if let key { try admission.mayAuthenticate(key: key, from: client, at: now) }
        do {
            return try await handler(context)
        } catch let refusal as OAuthError where refusal.status == 401 {
            admission.noteRefusal(from: client, at: now)
            if let key { admission.noteFailure(key: key, from: client, at: now) }
            throw refusal
        }
    }

    /// Answers a script of another site that asks for permission (Fetch, section 3.2.2), or a wrong method.
    package func answer(
        toOtherMethod call: RouteCall<SignInAPI>,
        than methods: [String]
    ) async throws -> Settled {
        guard call.request.method == "OPTIONS", let sharing = sharing(at: call) else {
            return Settled(.otherMethods(methods), errorCode: OAuthError.Code.invalidRequest.rawValue)
        }
        let asked = call.asked
        let place = try asked.placeOfWaiter(as: .read)
        defer { asked.admission.leave(place) }
        try asked.admission.mayBeHeard(from: call.request.client, at: asked.world.now())
        return Settled(await sharing.preflight(methods, to: call.request, tenant: call.parameters["tenant"], signIn))
    }

    /// The sites that an address shares its answers with, from the first of its rows that has such sites.
    private func sharing(at call: RouteCall<SignInAPI>) -> SignInTerms.Sharing? {
        table.rows.lazy.filter { $0.addresses == call.row.addresses }.compactMap(\.terms.sharing).first
    }

    package func refusal(_ error: any Error, to asked: Asked, on call: RouteCall<SignInAPI>?) -> Settled {
        let refusal = OAuthError(anything: error)
        var answer = ServerAnswer.refusal(refusal)
        if let call { answer.headers += call.challenges(refusal) }
        if case .overdue = asked.request.body { answer.headers.append(("Connection", "close")) }
        return Settled(answer, errorCode: refusal.code.rawValue)
    }

    package func complete(_ answer: inout ServerAnswer, of call: RouteCall<SignInAPI>) async {
        await call.share(&answer, by: signIn)
        if call.row.terms.isUnkept { answer.headers.append(("Pragma", "no-cache")) }
    }
}

extension SignInContext {
    /// The client that claims to have a secret, not yet verified; `nil` without a secret.
    fileprivate var claimedClient: String? {
        let id = SignIn.claimedClient(form, authorization: request.header("authorization"))
        return id.map { String($0.prefix(64)) }
    }
}

extension APIServer {
    /// The same server with sign-in among its interfaces, only at `address` where there is one.
    ///
    /// The server asks this interface first, in any order of additions: a request to the wrong host belongs to no other
    /// interface.
    package func with(signIn: SignInAPI, at address: SignInAddress? = nil) -> APIServer {
        with(first: SignInInterface(signIn, at: address))
    }
}
