import ChaveBase
import ChaveJOSE
import ChavePixModel
import ChaveWire
import InstitutionConformance
import InstitutionPort
import Synchronization

/// A hub in memory with two banks, which do what a check tells them.
final class HubBank: Hub, InstructedBank {
    static let lacks: [BankAbility: String] = [:]

    let institution = InstitutionID(high: 0x0190_0000_0000_7000, low: 0x8000_0000_0000_0021)
    let neighbour = InstitutionID(high: 0x0190_0000_0000_7000, low: 0x8000_0000_0000_0022)

    private struct State {
        var uptime: Int64 = 0
        var version = 1
        var hasLeft = false
        var keysAreHidden = false
        var tokens = 1
        var refusedTokens: Set<String> = []
        var calls = 0
    }

    private let state = Mutex(State())
    private let notebook = BankNotebook()
    private let key: SigningKey
    /// Whether the list of banks names one of them twice: a fault that a check must find.
    let isListedTwice: Bool

    private static let ourClock = Timestamp(seconds: 1_800_000_000)
    private static let bankClock = ourClock.adding(seconds: -40)
    private static let clientID = "chave"
    /// RSA keys are slow to make; this one does for all tests.
    private static let key = Result { try SigningKey.generate(.ps256, keyID: "identity") }

    init(isListedTwice: Bool = false) throws {
        key = try Self.key.get()
        self.isListedTwice = isListedTwice
    }

    // MARK: The hub

    func now() -> Timestamp { Self.ourClock }
    func uptimeMilliseconds() -> Int64 { state.withLock(\.uptime) }

    func listing(of institution: InstitutionID) async -> HubListing? {
        guard [self.institution, neighbour].contains(institution) else { return nil }
        let (version, hasLeft) = state.withLock { ($0.version, $0.hasLeft && institution == self.institution) }
        return HubListing(
            way: hasLeft ? nil : InstitutionRoute(text: "https://hub.test/v\(version)"),
            issuer: issuer(institution),
            clientID: Self.clientID
        )
    }

    func ownToken(insteadOf old: String?) async throws(HubFault) -> String {
        state.withLock { state in
            if old == "own-\(state.tokens)" { state.tokens += 1 }
            return "own-\(state.tokens)"
        }
    }

    func keys(of institution: InstitutionID) async throws(HubFault) -> JWKSet {
        guard !state.withLock(\.keysAreHidden), let keys = try? JWKSet([key.publicKey]) else { throw .noConnection }
        return keys
    }

    func isGenuine(_ answer: HubAnswer) -> Bool { answer.signature == "of the bank" }

    func send(_ request: HubRequest, timeoutMilliseconds: Int) async throws(HubFault) -> HubAnswer {
        guard let operation = InstitutionOperation(rawValue: request.operation) else { throw .noConnection }
        let isOwn = request.token.hasPrefix("own-")
        let hearing = notebook.hear(
            BankArrival(
                institution: request.institution,
                operation: operation,
                subject: request.subject,
                accessToken: isOwn ? nil : request.token,
                idempotencyKey: request.idempotencyKey,
                interactionID: request.interactionID,
                way: request.address,
                body: try? JSONValue(parsing: request.body)
            )
        )
        var answer = HubAnswer(status: 200, date: Self.bankClock, body: hearing.answer?.encoded() ?? [])
        answer.interactionID = request.interactionID
        answer.signature = "of the bank"
        if state.withLock({ $0.refusedTokens.contains(request.token) }) {
            answer.status = 401
            return answer
        }
        try await meet(hearing, request.token, &answer, timeoutMilliseconds)
        return answer
    }

    /// Writes what the bank says as the hub's answer.
    private func meet(
        _ hearing: BankNotebook.Hearing,
        _ token: String,
        _ answer: inout HubAnswer,
        _ timeoutMilliseconds: Int
    ) async throws(HubFault) {
        let errors = OFBErrors(errors: [OFBError(code: hearing.code, title: "t", detail: "d")]).bytes
        switch hearing.conduct {
        case .answers: break
        case .refuses: (answer.status, answer.body) = (422, errors)
        case .refusesPlainly: (answer.status, answer.body) = (404, errors)
        case .refusesTheToken, .refusesTheConnectorsTokens: answer.status = 401
        case .refusesTheConnectorsTokenOnce:
            answer.status = 401
            state.withLock { _ = $0.refusedTokens.insert(token) }
        case .isBusy: (answer.status, answer.retryAfterSeconds) = (429, 7)
        case .isOverloaded: answer.status = 529
        case .fails, .failsAfterwards: answer.status = 500
        case .isDown: (answer.status, answer.retryAfterSeconds) = (503, 9)
        case .forbids: (answer.status, answer.body) = (403, errors)
        case .redirects: answer.status = 302
        case .isAway: throw .noConnection
        case .hangs:
            await notebook.hang(milliseconds: timeoutMilliseconds)
            throw .timedOut
        case .cuts: throw .brokenOff
        case .sendsAPage: (answer.signature, answer.body) = (nil, Array("<html>".utf8))
        case .sendsTooMuch: throw .tooLong
        case .answersUnproven: answer.signature = "of somebody"
        case .answersAnother: answer.interactionID = "00000000-0000-4000-8000-000000000000"
        }
    }

    // MARK: What a check tells and asks

    func prepare(
        _ operation: InstitutionOperation,
        _ conduct: BankConduct,
        at institution: InstitutionID
    ) async throws -> PreparedCall {
        notebook.expect(operation, conduct, at: institution)
        let number = state.withLock { state in
            state.calls += 1
            return state.calls
        }
        return PreparedCall(
            InstitutionCall(
                institution: institution,
                operation: operation,
                subject: operation.hasSubject ? "urn:b:1" : "",
                accessToken: operation.hasEnrollmentToken ? "enrollment-token" : nil,
                idempotencyKey: operation.takesIdempotencyKey ? "key-\(number)" : nil,
                interactionID: "00000000-0000-4000-8000-\(String(100_000_000_000 + number))",
                body: operation.sampleBody
            )
        )
    }

    func books() async -> [String] { notebook.books }
    func arrivals() async -> [BankArrival] { notebook.arrivals }
    func hangingCalls() async -> Int { notebook.hangingCalls }
    func clock() async -> Timestamp { Self.bankClock }

    func letTimePass() async {
        notebook.letTimePass { milliseconds in state.withLock { $0.uptime += Int64(milliseconds) } }
    }

    func leave() async { state.withLock { $0.hasLeft = true } }
    func offerAnotherWay() async { state.withLock { $0.version += 1 } }
    func hideKeys(_ areHidden: Bool) async { state.withLock { $0.keysAreHidden = areHidden } }

    func identityQuestion() async throws -> IdentityQuestion {
        let (state, code) = ("estado", "codigo")
        let claims: JSONValue = [
            "iss": .string(issuer(institution)), "aud": .string(Self.clientID), "sub": "titular",
            "iat": JSONValue(now().seconds), "exp": JSONValue(now().seconds + 300), "nonce": "nonce",
            "s_hash": .string(LeftHalfHash.sha256(state)), "c_hash": .string(LeftHalfHash.sha256(code)),
            "acr": "urn:brasil:openbanking:loa2",
        ]
        return IdentityQuestion(
            institution: institution,
            token: try key.sign(claims.encoded(), type: "JWT"),
            nonce: "nonce",
            redirect: .init(state: state, code: code)
        )
    }

    func listed() async -> [InstitutionDirectoryEntry] {
        let all = [institution, neighbour] + (isListedTwice ? [institution] : [])
        return all.map { id in
            InstitutionDirectoryEntry(
                id: id,
                ispb: "99000001",
                displayName: "Banco",
                name: "Banco",
                legalEntityName: "Banco S.A.",
                institutionType: "individual",
                primaryColor: "#102030",
                website: issuer(id),
                sortPriority: 1
            )
        }
    }

    private func issuer(_ institution: InstitutionID) -> String { "https://\(institution.text).test" }
}
