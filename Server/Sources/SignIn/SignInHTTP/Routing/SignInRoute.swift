import ChavePixModel
package import HTTPKernel
import SignInCore

/// One row of sign-in's table.
package typealias SignInRoute = HTTPKernel.Route<SignInAPI>

/// The way in which a refused caller must prove itself (RFC 9110, section 11.6.1).
package enum SignInProof: Sendable {
    /// HTTP Basic with a client's id and secret.
    case client
    /// An access token as Bearer, or bound to a key (RFC 9449).
    case accessToken
    /// A token of this API as Bearer.
    case bearer
    /// The caller does not have to identify itself.
    case nothing
}

/// The terms of a row that only sign-in has.
package struct SignInTerms: Sendable {
    /// The forms of an address (docs/sign-in.md, first paragraph).
    enum Form: Sendable {
        /// Below the tenant's issuer, and without a tenant.
        case both
        case belowTenant
        /// The path as it is written; `{tenant}` in it is a tenant.
        case asWritten
    }

    /// The other sites whose scripts may call, without credentials that the browser adds.
    enum Sharing: Hashable, Sendable {
        /// The scripts of every site: published answers are the same for every caller.
        case everybody
        /// The pages of public clients, at the origins of their redirect addresses.
        case clients
    }

    let form: Form
    let reads: SignInBody
    let kind: Admission.Class
    /// Whether unknown parameters are ignored, as OAuth requires (RFC 6749, sections 3.1 and 3.2).
    fileprivate(set) var ignoresUnknownParameters = false
    /// The sites that may call; `nil` where no script of another site may.
    fileprivate(set) var sharing: Sharing?
    /// Whether old caches are also told to store nothing, as for answers with tokens (RFC 6749, section 5.1).
    fileprivate(set) var isUnkept = false
}

/// The kind of body that a row of sign-in reads.
enum SignInBody: Hashable, Sendable {
    case none
    case form
    /// A form or nothing; a body of another kind is not read.
    case formIfAny
    /// An object that conforms to the table.
    case json(Schema)
}

extension SignInRoute {
    init(
        _ method: String,
        _ template: String,
        _ form: SignInTerms.Form = .both,
        body: SignInBody = .none,
        query: [Field] = [],
        proof: SignInProof = .bearer,
        as kind: Admission.Class? = nil,
        _ handler: @escaping Handler
    ) {
        let kind = kind ?? (method == "GET" ? .read : .write)
        var read: RouteBody?
        if case .json(let schema) = body { read = RouteBody(.json, schema) }
        self.init(
            method,
            template,
            for: proof,
            .undocumented,
            query: query,
            takes: read,
            answers: RouteAnswer(.none),
            terms: SignInTerms(form: form, reads: body, kind: kind),
            .atOnce(handler)
        )
    }

    /// The row's addresses, the documented one first.
    var addresses: [String] {
        switch terms.form {
        case .both: [template, "/t/{tenant}\(template)"]
        case .belowTenant: ["/t/{tenant}\(template)"]
        case .asWritten: [template]
        }
    }

    /// The same row, whose answer `Prefer: wait` holds.
    func waiting() -> SignInRoute { changed { $0.isWaiting = true } }

    /// The same row, to which extensions of OAuth may add parameters.
    func extensible() -> SignInRoute { changed { $0.terms.ignoresUnknownParameters = true } }

    /// The same row, open to other sites' scripts.
    func shared(with sharing: SignInTerms.Sharing) -> SignInRoute { changed { $0.terms.sharing = sharing } }

    /// The same row, whose answers no cache may store, however old the cache is.
    func unkept() -> SignInRoute { changed { $0.terms.isUnkept = true } }

    /// The same row, in the OpenAPI document; `form` has its form's parameters, `answer` is `nil` for an empty answer.
    func described(
        _ name: String,
        _ summary: String,
        form: Schema? = nil,
        answers status: Int = 200,
        _ answer: Schema? = nil
    ) -> SignInRoute {
        changed { row in
            row.text = RouteText(name, summary)
            row.answer = RouteAnswer(status: status, answer.map { .object($0) } ?? .none)
            if let form { row.body = RouteBody(.form, form, isOptional: terms.reads == .formIfAny) }
        }
    }

    private func changed(_ change: (inout SignInRoute) -> Void) -> SignInRoute {
        var row = self
        change(&row)
        return row
    }
}
