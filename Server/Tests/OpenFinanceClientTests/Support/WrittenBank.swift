import ChaveBase
import ChaveJOSE
import ChavePixModel
import ChaveWire
import InstitutionPort
import OpenFinanceWire
import Synchronization

@testable import OpenFinanceClient

/// A directory and one bank behind the exchange: honest until a test changes an answer.
final class WrittenBank: WireExchange {
    static let institution = InstitutionID(high: 0x0190_0000_0000_7000, low: 0x8000_0000_0000_0011)
    static let organisation = "b0000000-0000-4000-8000-000000000001"
    static let ours = "a0000000-0000-4000-8000-000000000001"
    static let software = "a0000000-0000-4000-8000-000000000002"
    static let issuer = "https://banco.bank.test:8443"
    static let mutual = "https://matls.banco.bank.test:8444"
    static let now = Timestamp(seconds: 1_800_000_000)

    /// RSA keys are slow to make; these do for all tests.
    static let keys = Result { try Keys() }

    struct Keys {
        let bank, identity, foreign, ours, newer, client: SigningKey
        let decryption: DecryptionKey

        init() throws {
            bank = try .generate(.ps256, keyID: "bank")
            identity = try .generate(.ps256, keyID: "identity")
            foreign = try .generate(.ps256, keyID: "bank")
            ours = try .generate(.ps256, keyID: "ours")
            newer = try .generate(.ps256, keyID: "newer")
            client = try .generate(.ps256, keyID: "client")
            decryption = try .generate(keyID: "enc")
        }
    }

    /// Changes the answer to a request; `nil` leaves it.
    typealias Change = @Sendable (_ request: WireRequest, _ answer: WireResponse) throws(WireFault) -> WireResponse?

    struct State {
        var requests: [WireRequest] = []
        var change: Change?
        var now = WrittenBank.now
        var banks: JSONValue = []
        var ownKeys: [SigningKey] = []
        var messages = 0
    }

    let state = Mutex(State())
    let bankKeys: Keys

    init() throws {
        bankKeys = try WrittenBank.keys.get()
        let ours = bankKeys.ours
        state.withLock {
            $0.banks = WrittenBank.participants
            $0.ownKeys = [ours]
        }
    }

    var requests: [WireRequest] { state.withLock(\.requests) }
    var now: Timestamp { state.withLock(\.now) }

    func change(_ change: Change?) { state.withLock { $0.change = change } }
    func advance(seconds: Int64) { state.withLock { $0.now = $0.now.adding(seconds: seconds) } }

    func requests(to part: String) -> [WireRequest] { requests.filter { $0.url.contains(part) } }

    // MARK: The exchange

    func send(_ request: WireRequest, timeoutMilliseconds: Int) async throws(WireFault) -> WireResponse {
        let change = state.withLock { state in
            state.requests.append(request)
            return state.change
        }
        let answer = answer(request)
        return try change?(request, answer) ?? answer
    }

    private func answer(_ request: WireRequest) -> WireResponse {
        switch request.url {
        case "https://directory.test:9443/participants": return .json(state.withLock(\.banks))
        case "https://directory.test:9443/keystore/\(WrittenBank.organisation)/application.jwks":
            return .json(["keys": [.object(bankKeys.bank.publicKey.jwk)]])
        case "https://directory.test:9443/keystore/\(WrittenBank.ours)/application.jwks":
            return .json(["keys": .array(state.withLock(\.ownKeys).map { .object($0.publicKey.jwk) })])
        case "https://matls.directory.test:9444/token": return .json(["access_token": "directory"])
        case _ where request.url.hasSuffix("/assertion"):
            return WireResponse(status: 200, body: Array("the.software.statement".utf8))
        case "\(WrittenBank.issuer)/.well-known/openid-configuration": return .json(WrittenBank.discovery)
        case "\(WrittenBank.issuer)/jwks": return .json(["keys": [.object(bankKeys.identity.publicKey.jwk)]])
        case "\(WrittenBank.mutual)/register": return .json(WrittenBank.registration, status: 201)
        case "\(WrittenBank.mutual)/token":
            return .json(["access_token": "own", "token_type": "Bearer", "expires_in": 900])
        case "\(WrittenBank.mutual)/par":
            return .json(["request_uri": "urn:ietf:params:oauth:request_uri:1", "expires_in": 60], status: 201)
        default:
            let status = request.method == "GET" ? 200 : 201
            return signed(["data": ["enrollmentId": "urn:b:e1"]], to: request, status: status)
        }
    }

    /// A signed answer to a request, with claims that a test may change.
    func signed(
        _ body: JSONValue,
        to request: WireRequest,
        status: Int,
        by key: SigningKey? = nil,
        claims: JSONValue = [:]
    ) -> WireResponse {
        let number = state.withLock { state in
            state.messages += 1
            return state.messages
        }
        var payload = body.object ?? JSONObject()
        payload["iss"] = .string(WrittenBank.organisation)
        payload["aud"] = .string(WrittenBank.ours)
        payload["iat"] = JSONValue(now.seconds)
        payload["jti"] = .string(
            TokenUUID.random { count in (0..<count).map { UInt8(truncatingIfNeeded: $0 * 31 + number) } }
        )
        for (name, value) in (claims.object ?? JSONObject()).members { payload[name] = value.isNull ? nil : value }
        let text = (try? (key ?? bankKeys.bank).sign(JSONValue.object(payload).encoded(), type: "JWT")) ?? ""
        return WireResponse(
            status: status,
            headers: [
                ("Content-Type", "application/jwt"), ("x-fapi-interaction-id", request.header("x-fapi-interaction-id")),
            ],
            body: Array(text.utf8)
        )
    }

    // MARK: Documents

    static let discovery: JSONValue = [
        "issuer": .string(issuer), "authorization_endpoint": "http://localhost:8445/authorize",
        "jwks_uri": .string("\(issuer)/jwks"), "token_endpoint": .string("\(issuer)/not-this-one"),
        "pushed_authorization_request_endpoint": .string("\(issuer)/not-this-one"),
        "registration_endpoint": .string("\(issuer)/not-this-one"), "something_else": ["of": "this bank"],
        "mtls_endpoint_aliases": [
            "token_endpoint": .string("\(mutual)/token"),
            "pushed_authorization_request_endpoint": .string("\(mutual)/par"),
            "registration_endpoint": .string("\(mutual)/register"),
        ],
    ]

    static let registration: JSONValue = [
        "client_id": "client-1", "registration_client_uri": .string("\(mutual)/register/client-1"),
        "registration_access_token": "registration-token",
    ]

    static let participants: JSONValue = [
        organisation(resources: [
            resource("enrollments", "2.2.0", "/enrollments/v2/enrollments"),
            resource("payments-consents", "4.1.0", "/payments/v4/consents"),
            resource("payments-pix", "4.1.0", "/payments/v4/pix/payments"),
            resource("payments-consents", "5.0.0", "/payments/v5/consents"),
            resource("payments-pix", "5.0.0", "/payments/v5/pix/payments"),
        ])
    ]

    static func resource(_ family: String, _ version: String, _ path: String) -> JSONValue {
        [
            "ApiFamilyType": .string(family), "ApiVersion": .string(version),
            "ApiDiscoveryEndpoints": [["ApiEndpoint": .string("\(mutual)/open-banking\(path)")]],
        ]
    }

    static func organisation(resources: [JSONValue]) -> JSONValue {
        [
            "OrganisationId": .string(organisation), "Status": "Active", "OrganisationName": "Banco",
            "LegalEntityName": "Banco S.A.", "RegistrationNumber": "12345678000195",
            "OrgDomainRoleClaims": [["Role": "CONTA", "Status": "Active"]],
            "AuthorisationServers": [
                [
                    "AuthorisationServerId": .string(institution.text), "CustomerFriendlyName": "Banco do Teste",
                    "Issuer": .string(issuer),
                    "OpenIDDiscoveryDocument": .string("\(issuer)/.well-known/openid-configuration"),
                    "ApiResources": .array(resources),
                ]
            ],
        ]
    }
}

extension WireResponse {
    static func json(_ value: JSONValue, status: Int = 200) -> WireResponse {
        WireResponse(status: status, headers: [("Content-Type", "application/json")], body: value.encoded())
    }
}

extension WireRequest {
    func header(_ name: String) -> String { headers.first { $0.name.lowercased() == name }?.value ?? "" }

    /// The claims and members of a signed body.
    var claims: JSONValue? {
        guard let message = try? CompactJWS(parsing: String(decoding: body, as: UTF8.self)) else { return nil }
        return try? JSONValue(parsing: message.payload)
    }

    /// The value of a form's member.
    func form(_ name: String) -> String? {
        String(decoding: body, as: UTF8.self).split(separator: "&").first { $0.hasPrefix("\(name)=") }
            .flatMap { PercentEncoding.decode($0.dropFirst(name.utf8.count + 1)) }
    }
}

/// Registrations and the directory's copy in memory.
final class KeptInMemory: RegistrationStore, DirectoryCopyStore {
    private let states = Mutex<[InstitutionID: RegistrationState]>([:])
    private let copy = Mutex<[UInt8]?>(nil)
    /// The objects that need the registration.
    let used = Mutex(BankObjects())
    /// Happens when a removal was marked.
    let marked = Mutex<(@Sendable () -> Void)?>(nil)

    func state(at institution: InstitutionID) async throws -> RegistrationState {
        states.withLock { $0[institution] ?? .none }
    }

    func mark(at institution: InstitutionID) async throws -> Bool {
        states.withLock { states in
            guard states[institution] == nil else { return false }
            states[institution] = .sent
            return true
        }
    }

    func unmark(at institution: InstitutionID) async throws { states.withLock { $0[institution] = nil } }

    func save(_ registration: ClientRegistration, at institution: InstitutionID) async throws {
        states.withLock { $0[institution] = .registered(registration) }
    }

    func markRemoval(of registration: ClientRegistration, at institution: InstitutionID) async throws {
        states.withLock { $0[institution] = .removing(registration) }
        marked.withLock { $0?() }
    }

    func remove(at institution: InstitutionID) async throws { states.withLock { $0[institution] = nil } }

    func all() async throws -> [KeptRegistration] {
        states.withLock(\.self).map { KeptRegistration(institution: $0, since: WrittenBank.now, state: $1) }
    }

    func objects(at institution: InstitutionID) async throws -> BankObjects { used.withLock(\.self) }

    func read() throws -> [UInt8]? { copy.withLock { $0 } }
    func write(_ bytes: [UInt8]) throws { copy.withLock { $0 = bytes } }
}
