import ChaveBase
import ChaveCredentialChain
import ChaveTransport
import ChaveWire
import Crypto

extension FakeServer {
    func credentials(_ request: HTTPRequest) throws -> Answer {
        let body = try FakeServer.json(request)
        let key = try CertificateRequest(verifying: FakeServer.bytes(body["csr"])).publicKey
        return try state.withLock { state in
            let refusal = Answer(400, ["error": "invalid_registration_token"])
            guard let token = body["token"]?.string, token.hasPrefix("good") else { return refusal }
            if let spent = state.spentTokens[token] { return spent.key == KeyDigest.of(key) ? spent.answer : refusal }
            if let user = state.linkedUserState {
                return Answer(403, ["error": "access_denied", "credential_state": .string(user)])
            }
            let credential = FakeServer.identifier(state.fresh("credential"))
            let subject = CredentialSubject(
                tenant: FakeServer.tenant,
                user: state.linkedUser,
                credential: credential
            )
            let certificate = try state.root.issue(
                to: subject,
                key: key,
                serial: Array(repeating: UInt8(state.next), count: 16),
                now: self.now,
                seconds: 365 * 86_400
            )
            let chain = [certificate, state.root.certificate]
            state.bound[credential] = Bound(user: state.linkedUser, chain: chain)
            self.deviceKeys.withLock { $0[credential] = key }
            let answer = Answer(201, FakeServer.bound(subject, chain, state.root.fingerprint))
            state.spentTokens[token] = (KeyDigest.of(key), answer)
            return answer
        }
    }

    /// A UUID that follows from a name.
    static func identifier(_ name: String) -> String {
        let digits = Array("0123456789abcdef")
        let hash = SHA256.hash(data: Array(name.utf8)).prefix(16)
        let hex = hash.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }
        let text = String(hex)
        var parts: [Substring] = []
        var rest = text[...]
        for length in [8, 4, 4, 4, 12] {
            parts.append(rest.prefix(length))
            rest = rest.dropFirst(length)
        }
        return parts.joined(separator: "-")
    }

    static func bound(_ subject: CredentialSubject, _ chain: [[UInt8]], _ root: String) -> JSONValue {
        [
            "credential_id": .string(subject.credential),
            "tenant_id": .string(subject.tenant),
            "user_id": .string(subject.user),
            "chain": .array(chain.map { .string(PEM.encode(certificate: $0)) }),
            "root_fingerprint": .string(root),
            "profile": [
                "name": "Padaria Aurora", "logo_url": "https://aurora.example/logo.png",
                "login_uri": "https://aurora.example/login", "enroll_uri": "https://aurora.example/enroll",
            ],
            "created": "2026-08-31T12:00:00Z",
        ]
    }
}
