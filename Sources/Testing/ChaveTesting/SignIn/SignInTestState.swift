import ChaveBase
import ChaveCredentialChain
import ChaveJOSE
import ChaveTransport
import ChaveWire
import Crypto

/// The whole state of a test server for sign-in.
struct SignInTestState {
    /// A certified credential.
    struct Bound {
        let user: String
        let chain: [[UInt8]]
        /// The server's name for the credential's state; `nil` while it may sign in.
        var state: String?
    }

    /// The registration behind a link.
    struct Invitation {
        let user: String
        /// The key that used the link and its response, which the same key gets again.
        var spent: (key: [UInt8], answer: SignInTestAnswer)?
    }

    /// An issued challenge, with the fields of its request.
    struct Session {
        let fields: [String: String]
        let challenge: String
        let expires: Int64
    }

    /// An authorization code that is not exchanged yet.
    struct Grant {
        let fields: [String: String]
        let user: String
        let credential: String
        let expires: Int64
    }

    /// The refresh tokens of one sign-in; only the last one is valid.
    struct Family {
        let client: String
        let user: String
        let credential: String
        var refreshToken: String
        /// The used tokens; a second use of one ends the family.
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

    /// A UUID for a credential.
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

/// A response before its encoding.
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
