import ChaveBase
import ChaveCredentialChain
import ChaveJOSE
import ChaveTransport
import ChaveWire
import Crypto

/// Everything that a test server for sign-in knows.
struct SignInTestState {
    /// A credential that was certified.
    struct Bound {
        let user: String
        let chain: [[UInt8]]
        /// As the server names what became of it; `nil` while it may sign in.
        var state: String?
    }

    /// What a registration link leads to.
    struct Invitation {
        let user: String
        /// The key that it was spent on and the answer, which that key gets again.
        var spent: (key: [UInt8], answer: SignInTestAnswer)?
    }

    /// A challenge that was given out, with what it was asked with.
    struct Session {
        let fields: [String: String]
        let challenge: String
        let expires: Int64
    }

    /// An authorization code that was not exchanged yet.
    struct Grant {
        let fields: [String: String]
        let user: String
        let credential: String
        let expires: Int64
    }

    /// The refresh tokens of one sign-in, of which the last one counts.
    struct Family {
        let client: String
        let user: String
        let credential: String
        var refreshToken: String
        /// Those that were used, whose second use ends it.
        var spent: Set<String> = []
    }

    let random: TestRandom
    let root: TenantRoot
    let signingKey: SigningKey
    var isPublicClient = true
    var invitations: [String: Invitation] = [:]
    var bound: [String: Bound] = [:]
    var sessions: [String: Session] = [:]
    var grants: [String: Grant] = [:]
    var families: [Family] = []
    var failures = TestOrders<SignInTestCall, SignInTestFailure>()
    var calls: [SignInTestCall] = []

    func text(_ bytes: Int) -> String { Base64URL.encode(random.bytes(bytes)) }

    /// A UUID, as the server names credentials.
    func identifier() -> String {
        let digits = Array("0123456789abcdef")
        let hex = random.bytes(16).flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }
        let lengths = [8, 4, 4, 4, 12]
        var rest = hex[...]
        return lengths.map { length in
            defer { rest = rest.dropFirst(length) }
            return String(rest.prefix(length))
        }.joined(separator: "-")
    }
}

/// An answer, before it has bytes.
struct SignInTestAnswer: Sendable {
    var status: Int
    var body: JSONObject
    var headers: HTTPHeaders = ["Content-Type": "application/json"]

    init(_ status: Int, _ body: JSONValue) {
        self.status = status
        self.body = body.object ?? JSONObject()
    }

    static func refusal(_ status: Int, _ error: String) -> SignInTestAnswer {
        SignInTestAnswer(status, ["error": .string(error)])
    }

    var response: HTTPResponse {
        HTTPResponse(status: status, headers: headers, body: JSONValue.object(body).encoded())
    }
}
