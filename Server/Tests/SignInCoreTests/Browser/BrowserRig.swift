import ChaveBase
import ChaveDeviceKeys
import ChaveSoftwareAuthenticator
import ChaveWire
import SignInModel
import Testing

@testable import SignInCore

/// A browser in front of the pages, beside a person with a device.
struct BrowserRig: Sendable {
    let challenges: ChallengeRig
    private(set) var authenticator: SoftwareAuthenticator
    let tenant = TestSignIn.home
    /// The browser's cookies.
    var visit = BrowserVisit(visit: "a browser", session: nil)
    /// Where it is, and where the device is.
    var address: IPAddress?
    var deviceAddress: IPAddress?

    static let chrome = BrowserDescription(userAgent: "Mozilla/5.0 (Windows NT 10.0) Chrome/120.0 Safari/537.36")

    var test: TestSignIn { challenges.test }
    var signIn: SignIn { test.signIn }
    var user: String { challenges.user }

    init() async throws {
        challenges = try await ChallengeRig()
        authenticator = Self.authenticator(of: challenges.test)
    }

    /// A new one, which knows none of the passkeys that there are.
    mutating func takeAnotherAuthenticator() { authenticator = Self.authenticator(of: test) }

    private static func authenticator(of test: TestSignIn) -> SoftwareAuthenticator {
        SoftwareAuthenticator(
            store: MemoryKeyStore(),
            gesture: .always(.verified),
            configuration: .init(
                origin: .fixed(TestSignIn.baseURL),
                randomBytes: { test.signIn.world.randomBytes($0) },
                now: { test.now.seconds }
            )
        )
    }

    // MARK: The browser

    func open(_ changes: [String: String?] = [:]) async throws -> BrowserOpening {
        let visit = visit
        return try await signIn.openInBrowser(
            OAuthRig.pairs(OAuthRig.authorization("app", changes)),
            tenant: tenant,
            browser: Self.chrome,
            from: address,
            visit: { _ in visit }
        )
    }

    /// The id of a request that needs a page.
    func begin(_ changes: [String: String?] = [:]) async throws -> String {
        guard case .page(let tenant, let id) = try await open(changes) else {
            Issue.record("no page is needed")
            return ""
        }
        #expect(tenant == self.tenant)
        return id
    }

    /// Loads the request's page, and keeps the cookie that it may give.
    mutating func turn(_ id: String) async throws -> BrowserAnswer {
        let turn = try await signIn.browserTurn(id, visit, of: tenant)
        if let session = turn.newSession { visit.session = session }
        return turn.answer
    }

    mutating func signInView(_ id: String) async throws -> BrowserSignInView {
        guard case .signIn(let view) = try await turn(id) else {
            throw Unexpected()
        }
        return view
    }

    /// The id in the QR that the page shows.
    mutating func offer(_ id: String) async throws -> String {
        guard case .offer(let address, _) = try await signInView(id).approval else { throw Unexpected() }
        let prefix = "\(TestSignIn.baseURL)/t/sandbox/v2/browser-approvals/"
        #expect(address.hasPrefix(prefix))
        return String(address.dropFirst(prefix.count))
    }

    /// The number that the page shows.
    mutating func number(_ id: String) async throws -> MatchNumber {
        guard case .number(let number, _) = try await signInView(id).approval else { throw Unexpected() }
        return number
    }

    /// With what the page that is shown now sends back, or an older one's.
    mutating func decide(_ agrees: Bool, _ id: String, shown: String? = nil) async throws -> BrowserAnswer {
        var sent = shown ?? ""
        if shown == nil, case .consent(let view) = try await turn(id) { sent = view.shown }
        return try await signIn.decideConsent(agrees, shown: sent, for: id, visit, of: tenant).answer
    }

    // MARK: A passkey

    func makePasskey() async throws {
        let options = try await signIn.passkeyCreation(visit, of: tenant)
        try await signIn.addPasskey(made(options), madeIn: Self.chrome, visit, of: tenant)
    }

    func made(_ options: JSONValue) async throws -> JSONValue {
        try await authenticator.makeCredential(CredentialCreationOptions(json: options)).json
    }

    func assertion(_ view: BrowserSignInView) async throws -> JSONValue {
        try await authenticator.getAssertion(CredentialRequestOptions(json: view.passkey)).json
    }

    mutating func usePasskey(_ id: String) async throws {
        let message = try await assertion(signInView(id))
        visit.session = try await signIn.signInByPasskey(message, for: id, visit, of: tenant)
    }

    // MARK: The device

    private func form(_ session: String? = nil, _ proof: String? = nil) throws -> OAuthParameters {
        var form = ["client_id": "app"]
        form["auth_session"] = session
        form["assertion"] = proof
        return try OAuthRig.form(form)
    }

    func firstCall(_ offer: String) async throws -> ChallengeRig.Session {
        let error = try await refusal { try await signIn.lookAtBrowser(offer, form(), tenant: tenant, from: nil) }
        #expect(error.code == .insufficientAuthorization && error.status == 403)
        return ChallengeRig.Session(
            id: try #require(error.members["auth_session"]?.string),
            challenge: try #require(error.members["challenge"]?.string)
        )
    }

    /// What a device asks for whose approval was lost.
    func session(toDecide offer: String) async throws -> ChallengeRig.Session {
        let error = try await refusal { try await signIn.decideBrowser(offer, form(), tenant: tenant) }
        #expect(error.code == .insufficientAuthorization && error.status == 403)
        return ChallengeRig.Session(
            id: try #require(error.members["auth_session"]?.string),
            challenge: try #require(error.members["challenge"]?.string)
        )
    }

    func claims(
        _ session: ChallengeRig.Session,
        _ path: String,
        _ changes: [String: JSONValue?] = [:]
    ) -> JSONObject {
        let address = "\(TestSignIn.baseURL)/t/sandbox/v2/browser-approvals/\(path)"
        return challenges.claims(session, .browser, ["aud": .string(address)].merging(changes) { $1 })
    }

    func look(_ offer: String, _ changes: [String: JSONValue?] = [:]) async throws -> BrowserQuestionView {
        let session = try await firstCall(offer)
        let proof = try challenges.proof(claims(session, offer, changes))
        return try await signIn.lookAtBrowser(offer, form(session.id, proof), tenant: tenant, from: deviceAddress)
    }

    /// `number` is what the person picked; `nil` for a refusal.
    func answer(
        _ offer: String,
        _ question: BrowserQuestionView,
        _ number: MatchNumber?,
        _ changes: [String: JSONValue?] = [:]
    ) async throws -> BrowserApprovalOutcome {
        let session = ChallengeRig.Session(id: question.authSession, challenge: question.challenge)
        guard let number else {
            let form = ["client_id": "app", "auth_session": session.id, "decision": "refuse"]
            return try await signIn.decideBrowser(offer, OAuthRig.form(form), tenant: tenant)
        }
        let said: [String: JSONValue?] = ["decision": "approve", "number": .string(number.text)]
        let claims = claims(session, "\(offer)/decision", said.merging(changes) { $1 })
        let proof = try challenges.proof(claims)
        return try await signIn.decideBrowser(offer, form(session.id, proof), tenant: tenant)
    }

    /// The whole way by a device: the page of the request is signed in at its next look.
    mutating func approveByDevice(_ id: String) async throws {
        let offer = try await offer(id)
        let question = try await look(offer)
        #expect(try await answer(offer, question, number(id)) == .approved)
    }

    mutating func signedInByDevice() async throws {
        let id = try await begin()
        try await approveByDevice(id)
        guard case .consent = try await turn(id) else { throw Unexpected() }
    }

    struct Unexpected: Error {}
}

/// What a page's act is refused with; an act that is done is a failure of the test.
func browserRefusal(_ act: () async throws -> Void) async throws -> BrowserRefusal? {
    do {
        try await act()
    } catch let refusal as BrowserRefusal {
        return refusal
    }
    Issue.record("it was not refused")
    return nil
}
