import ChaveBase
import ChaveCredentialChain
import ChavePixModel
import ChaveTransport
import ChaveWire
import Crypto

extension SignInTestServer {
    /// Certifies the key of a link's device: each link works once, and the same key gets the same response again.
    func register(_ request: HTTPRequest) -> SignInTestAnswer {
        let refusal = SignInTestAnswer.refusal(400, "invalid_registration_token")
        guard let body = (try? JSONValue(parsing: request.body ?? []))?.object, let token = body["token"]?.string,
            let csr = body["csr"]?.string.flatMap({ Base64.decode($0) }),
            let key = try? CertificateRequest(verifying: csr).publicKey
        else { return .refusal(400, "invalid_request") }
        return state.withLock { state in
            guard let invitation = state.invitations[token] else { return refusal }
            if let spent = invitation.spent { return spent.key == KeyDigest.of(key) ? spent.answer : refusal }
            let subject = CredentialSubject(
                tenant: SignInTestServer.tenant,
                user: invitation.user,
                credential: state.identifier()
            )
            let issued = try? state.root.issue(
                to: subject,
                key: key,
                serial: state.random.bytes(16),
                now: Timestamp(seconds: nowSeconds),
                seconds: 365 * 86_400
            )
            guard let issued else { return .refusal(500, "server_error") }
            let chain = [issued, state.root.certificate]
            state.bound[subject.credential] = SignInTestState.Bound(user: subject.user, chain: chain)
            let answer = SignInTestServer.answer(subject, chain, state.root.fingerprint, nowSeconds)
            state.invitations[token]?.spent = (KeyDigest.of(key), answer)
            return answer
        }
    }

    private static func answer(
        _ subject: CredentialSubject,
        _ chain: [[UInt8]],
        _ root: String,
        _ now: Int64
    ) -> SignInTestAnswer {
        SignInTestAnswer(
            201,
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
                "created": .string(Timestamp(seconds: now).rfc3339),
            ]
        )
    }
}
