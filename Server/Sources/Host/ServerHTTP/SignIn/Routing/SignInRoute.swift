import ChavePixModel
import SignInCore

/// One row of sign-in's table: what answers an address, and what must be known of it before anything is read.
struct SignInRoute: Sendable {
    /// In which forms the address is answered (docs/sign-in.md, first paragraph).
    enum Form: Sendable {
        /// Below the tenant's issuer, and without a tenant.
        case both
        case belowTenant
        /// As it is written; `{tenant}` in it is one.
        case asWritten
    }

    enum Body: Hashable, Sendable {
        case none
        case form
        /// A form, or nothing; what is of another kind is not read.
        case formIfAny
        /// An object that agrees with the table.
        case json(Schema)
    }

    /// How a caller that is refused is told to prove itself (RFC 9110, section 11.6.1).
    enum Proof: Sendable {
        /// HTTP Basic with a client's id and secret.
        case client
        /// A token as Bearer, or bound to a key (RFC 9449).
        case accessToken
        /// A token of this API as Bearer.
        case bearer
        /// Nobody has to say who calls.
        case nothing
    }

    /// Which other sites' scripts may call, without credentials of the browser's own.
    enum Sharing: Hashable, Sendable {
        /// What is published is the same for everybody.
        case everybody
        /// The pages of public clients: the origins that they are sent back to.
        case clients
    }

    typealias Handler = @Sendable (SignInContext) async throws -> ServerAnswer

    let method: String
    /// As the log has them.
    let templates: [String]
    let form: Form
    let body: Body
    /// What the query is checked with; what it does not name is refused, unless the row is one of OAuth's.
    let query: [Field]
    /// Whether parameters that it does not know are left alone, as OAuth has it (RFC 6749, sections 3.1 and 3.2).
    private(set) var ignoresUnknownParameters = false
    let proof: Proof
    let kind: Admission.Class
    /// Whether `Prefer: wait` holds the answer until there is another one.
    var isWaiting = false
    /// `nil` where no script of another site may call it.
    var sharing: Sharing?
    /// Whether old caches are told too to keep nothing, as of answers with tokens (RFC 6749, section 5.1).
    var isUnkept = false
    /// `nil` where the OpenAPI document leaves it out.
    var text: SignInText?
    let handler: Handler
    private let patterns: [[Substring]]

    init(
        _ method: String,
        _ template: String,
        _ form: Form = .both,
        body: Body = .none,
        query: [Field] = [],
        proof: Proof = .bearer,
        as kind: Admission.Class? = nil,
        _ handler: @escaping Handler
    ) {
        self.method = method
        self.form = form
        self.body = body
        self.query = query
        self.proof = proof
        self.kind = kind ?? (method == "GET" ? .read : .write)
        self.handler = handler
        switch form {
        case .both: templates = [template, "/t/{tenant}\(template)"]
        case .belowTenant: templates = ["/t/{tenant}\(template)"]
        case .asWritten: templates = [template]
        }
        patterns = templates.map(SignInRoute.segments)
    }

    /// What its JSON body is checked with.
    var bodySchema: Schema? {
        guard case .json(let schema) = body else { return nil }
        return schema
    }

    /// The same row, held by `Prefer: wait`.
    func waiting() -> SignInRoute {
        var row = self
        row.isWaiting = true
        return row
    }

    /// The same row, which extensions of OAuth may add parameters to.
    func extensible() -> SignInRoute {
        var row = self
        row.ignoresUnknownParameters = true
        return row
    }

    /// Every method that it answers: HEAD has the headers that GET has (RFC 9110, section 9.3.2).
    var methods: [String] { method == "GET" ? [method, "HEAD"] : [method] }

    /// The same row, open to other sites' scripts.
    func shared(with sharing: Sharing) -> SignInRoute {
        var row = self
        row.sharing = sharing
        return row
    }

    /// The same row, whose answers no cache may keep, be it as old as it may.
    func unkept() -> SignInRoute {
        var row = self
        row.isUnkept = true
        return row
    }

    /// The template that a path fits, with what stands in its braces; `nil` when the path is another one.
    func match(_ path: [Substring]) -> (template: String, parameters: [String: String])? {
        for (template, pattern) in zip(templates, patterns) {
            if let parameters = SignInRoute.parameters(of: path, by: pattern) { return (template, parameters) }
        }
        return nil
    }

    /// Each part between slashes, empty ones too: an address is answered as it is written and in no other form.
    static func segments(_ path: String) -> [Substring] { path.split(separator: "/", omittingEmptySubsequences: false) }

    private static func parameters(of path: [Substring], by pattern: [Substring]) -> [String: String]? {
        guard path.count == pattern.count else { return nil }
        var parameters: [String: String] = [:]
        for (wanted, part) in zip(pattern, path) {
            if wanted.first == "{" {
                guard !part.isEmpty else { return nil }
                parameters[String(wanted.dropFirst().dropLast())] = String(part)
            } else if !wanted.utf8.elementsEqual(part.utf8) {
                return nil
            }
        }
        return parameters
    }
}
