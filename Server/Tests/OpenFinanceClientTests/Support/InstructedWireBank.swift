import ChaveBase
import ChaveJOSE
import ChavePixModel
import ChaveWire
import InstitutionConformance
import InstitutionPort
import OpenFinanceWire
import Synchronization

@testable import OpenFinanceClient

/// The written bank and a neighbour, as a conformance check tells them.
///
/// Directory, keys, tokens and registrations are the written bank's; the neighbour has the same under another host.
final class InstructedWireBank: WireExchange, InstructedBank {
    static let lacks: [BankAbility: String] = [:]

    let institution = WrittenBank.institution
    let neighbour = InstitutionID(high: 0x0190_0000_0000_7000, low: 0x8000_0000_0000_0012)
    private let written: WrittenBank
    private let notebook = BankNotebook()
    private let rig = Mutex<ConnectorRig?>(nil)
    private let keysAreHidden = Mutex(false)
    private let calls = Mutex(0)

    init() throws {
        written = try WrittenBank()
        list(WrittenBank.participants)
    }

    /// The connector before this bank.
    func connector() async throws -> OpenFinanceConnector {
        let opened = try await ConnectorRig(bank: written, exchange: self)
        rig.withLock { $0 = opened }
        return opened.connector
    }

    private var opened: ConnectorRig {
        get throws {
            guard let opened = rig.withLock({ $0 }) else { throw ConnectorRig.NoWay() }
            return opened
        }
    }

    /// Publishes a list: the neighbour, and the banks of `own`.
    private func list(_ own: JSONValue) {
        let neighbours = Self.host.neighbours(WrittenBank.participants)
            .replacing(WrittenBank.institution.text, with: neighbour.text)
        written.state.withLock { $0.banks = .array((own.array ?? []) + (neighbours.array ?? [])) }
    }

    // MARK: The wire

    func send(_ request: WireRequest, timeoutMilliseconds: Int) async throws(WireFault) -> WireResponse {
        let isNeighbours = request.url.contains(Self.host.neighbour)
        guard let arrival = arrival(of: request, at: isNeighbours ? neighbour : institution) else {
            if request.url.hasSuffix("/jwks"), keysAreHidden.withLock(\.self) { throw .unreachable }
            var asked = request
            asked.url = request.url.replacing(Self.host.neighbour, with: Self.host.own)
            var answer = try await written.send(asked, timeoutMilliseconds: timeoutMilliseconds)
            guard isNeighbours else { return answer }
            if let json = try? JSONValue(parsing: answer.body) { answer.body = Self.host.neighbours(json).encoded() }
            return answer
        }
        let hearing = notebook.hear(arrival)
        if hearing.conduct == .hangs {
            await notebook.hang(milliseconds: timeoutMilliseconds)
            throw .timedOut
        }
        var answer = try response(hearing, to: request, arrival.operation)
        if answer.header("x-fapi-interaction-id") == nil, !arrival.operation.isOfAuthorizationServer {
            answer.headers.append(("x-fapi-interaction-id", request.header("x-fapi-interaction-id")))
        }
        answer.headers.append(("Date", "Fri, 15 Jan 2027 07:59:20 GMT"))
        return answer
    }

    /// Writes what the bank says as an answer on the wire.
    private func response(
        _ hearing: BankNotebook.Hearing,
        to request: WireRequest,
        _ operation: InstitutionOperation
    ) throws(WireFault) -> WireResponse {
        let errors = OFBErrors(errors: [OFBError(code: hearing.code, title: "t", detail: "d")]).json
        switch hearing.conduct {
        case .answers: return honest(hearing.answer, to: request, operation)
        case .refuses:
            if operation.isOfAuthorizationServer { return .json(["error": .string(hearing.code)], status: 400) }
            return written.signed(errors, to: request, status: 422)
        case .refusesPlainly: return .json(errors, status: 404)
        case .refusesTheToken, .refusesTheConnectorsTokenOnce, .refusesTheConnectorsTokens:
            return WireResponse(status: 401)
        case .isBusy: return WireResponse(status: 429, headers: [("Retry-After", "7")])
        case .isOverloaded: return WireResponse(status: 529)
        case .fails, .failsAfterwards: return WireResponse(status: 500)
        case .isDown: return WireResponse(status: 503, headers: [("Retry-After", "9")])
        case .forbids: return .json(errors, status: 403)
        case .redirects: return WireResponse(status: 302, headers: [("Location", "https://another.test")])
        case .isAway, .cuts: throw .unreachable
        case .hangs: throw .timedOut
        case .sendsAPage:
            return WireResponse(status: 200, headers: [("Content-Type", "text/html")], body: Array("<html>".utf8))
        case .sendsTooMuch: throw .tooLong
        case .answersUnproven:
            return written.signed(hearing.answer ?? [:], to: request, status: 201, by: written.bankKeys.foreign)
        case .answersAnother:
            var answer = honest(hearing.answer, to: request, operation)
            answer.headers.removeAll { $0.name == "x-fapi-interaction-id" }
            answer.headers.append(("x-fapi-interaction-id", "00000000-0000-4000-8000-000000000000"))
            return answer
        }
    }

    private func honest(
        _ message: JSONValue?,
        to request: WireRequest,
        _ operation: InstitutionOperation
    ) -> WireResponse {
        guard let message else { return WireResponse(status: operation == .cancelPayments ? 202 : 204) }
        switch operation {
        case .pushAuthorization: return .json(["request_uri": "urn:1", "expires_in": 60], status: 201)
        case .exchangeCode, .refreshToken: return .json(message)
        default: return written.signed(message, to: request, status: operation.isRead ? 200 : 201)
        }
    }

    // MARK: What a check tells and asks

    func prepare(
        _ operation: InstitutionOperation,
        _ conduct: BankConduct,
        at institution: InstitutionID
    ) async throws -> PreparedCall {
        notebook.expect(operation, conduct, at: institution)
        let number = calls.withLock { calls in
            calls += 1
            return calls
        }
        return PreparedCall(
            InstitutionCall(
                institution: institution,
                operation: operation,
                subject: operation.hasSubject ? "urn:b:1" : "",
                accessToken: operation.hasEnrollmentToken ? "enrollment-token" : nil,
                idempotencyKey: operation.takesIdempotencyKey ? "key-\(number)" : nil,
                interactionID: TokenUUID.random { RandomSource.system.bytes($0) },
                body: operation.sampleBody
            )
        )
    }

    func books() async -> [String] { notebook.books }
    func arrivals() async -> [BankArrival] { notebook.arrivals }
    func hangingCalls() async -> Int { notebook.hangingCalls }
    func clock() async -> Timestamp { WrittenBank.now.adding(seconds: -40) }
    func uptimeMilliseconds() async -> Int64 { written.now.microseconds / 1_000 }

    func letTimePass() async {
        notebook.letTimePass { milliseconds in
            written.state.withLock { $0.now = $0.now.adding(microseconds: Int64(milliseconds) * 1_000) }
        }
    }

    func leave() async throws {
        list([])
        try await opened.connector.refreshDirectory()
    }

    func offerAnotherWay() async throws {
        list([
            WrittenBank.organisation(resources: [
                WrittenBank.resource("enrollments", "2.2.0", "/enrollments/v2/enrollments"),
                WrittenBank.resource("payments-consents", "5.1.0", "/payments/v5.1/consents"),
                WrittenBank.resource("payments-pix", "5.1.0", "/payments/v5.1/pix/payments"),
            ])
        ])
        try await opened.connector.refreshDirectory()
    }

    func hideKeys(_ areHidden: Bool) async {
        keysAreHidden.withLock { $0 = areHidden }
        // A set of keys is asked for once a minute.
        if !areHidden { written.advance(seconds: 61) }
    }

    func identityQuestion() async throws -> IdentityQuestion {
        // Identity tokens come from banks where the platform is registered.
        for id in [institution, neighbour] { _ = try await opened.connector.route(to: id) }
        let (state, code) = ("estado", "codigo")
        let claims: JSONValue = [
            "iss": .string(WrittenBank.issuer), "aud": "client-1", "sub": "titular",
            "iat": JSONValue(written.now.seconds), "exp": JSONValue(written.now.seconds + 300), "nonce": "nonce",
            "s_hash": .string(LeftHalfHash.sha256(state)), "c_hash": .string(LeftHalfHash.sha256(code)),
            "acr": "urn:brasil:openbanking:loa2",
        ]
        let signed = try written.bankKeys.identity.sign(claims.encoded(), type: "JWT")
        return IdentityQuestion(
            institution: institution,
            token: try written.bankKeys.decryption.publicKey.encrypt(Array(signed.utf8), contentType: "JWT"),
            nonce: "nonce",
            redirect: .init(state: state, code: code)
        )
    }

    func listed() async -> [InstitutionDirectoryEntry] { (try? opened.directories.all.last) ?? [] }
}
