import ChaveBase
import ChaveCredentialChain
import ChaveTransport
import ChaveWire
import Crypto

extension FakeServer {
    func opened(_ session: Session, _ credential: String) throws -> Answer {
        try state.withLock { state in
            // An earlier one of the same credential is replaced.
            let made = Extension(parent: credential)
            state.extending = made
            var body = FakeServer.shown(made)
            body["extension_id"] = "extension-1"
            body["extension_token"] = "extension-token"
            body["chain"] = try self.renewal(of: credential, &state)
            return Answer(201, .object(body))
        }
    }

    static func shown(_ state: Extension) -> JSONObject {
        var body = JSONObject()
        body["status"] = .string(state.status)
        body["code"] = state.code.map(JSONValue.string)
        body["code_expires_in"] = 90
        body["rotation"] = 1
        if state.status == "pairing", let claim = state.claim {
            body["pairing"] = [
                "pairing_id": .string(claim.pairing),
                "device_name": .string(claim.deviceName),
                "match_number": "42",
                "choices": ["17", "42", "88"],
                "to_be_signed": .string(base64(claim.toBeSigned)),
                "expires_in": 60,
            ]
        }
        return body
    }

    func extensionCall(_ request: HTTPRequest, _ path: String) throws -> Answer {
        guard request.headers["Authorization"] == "Bearer extension-token" else {
            return Answer(401, ["error": "invalid_token"])
        }
        if request.method == .get {
            state.withLock { if !$0.script.isEmpty { $0.script.removeFirst()(&$0) } }
            return readExtension(request)
        }
        if request.method == .delete {
            set { if $0.extending?.status != "done" { $0.extending?.status = "aborted" } }
            return Answer(200, .object(state.withLock { $0.extending.map(FakeServer.shown) ?? JSONObject() }))
        }
        let body = try FakeServer.json(request)
        if path.hasSuffix("/approval") { return approve(body) }
        set { state in
            state.extending?.claim?.status = "refused"
            state.extending?.refusals += 1
            let isOver = state.extending?.refusals == 3
            state.extending?.status = isOver ? "aborted" : "offering"
            state.extending?.version += 1
        }
        return readExtension(request)
    }

    private func readExtension(_ request: HTTPRequest) -> Answer {
        state.withLock { state in
            guard let extending = state.extending else { return Answer(404, ["error": "not_found"]) }
            let tag = "\"\(extending.version)\""
            var answer = Answer(request.headers["If-None-Match"] == tag ? 304 : 200, [:])
            answer.body = FakeServer.shown(extending)
            answer.headers["ETag"] = tag
            return answer
        }
    }

    func approve(_ body: JSONObject) -> Answer {
        state.withLock { state in
            let signature = FakeServer.bytes(body["signature"])
            if let state = state.extending, state.status == "done", state.approval == signature {
                return Answer(200, .object(FakeServer.shown(state)))
            }
            if let refused = state.extending.flatMap({ state.bound[$0.parent]?.state }) {
                state.extending?.status = "aborted"
                return Answer(403, ["error": "access_denied", "credential_state": .string(refused)])
            }
            guard var extending = state.extending, var claim = extending.claim, claim.status == "pending",
                body["match_number"] == "42", body["pairing_id"]?.string == claim.pairing,
                let parent = state.bound[extending.parent],
                let parentKey = self.deviceKeys.withLock({ $0[extending.parent] })
            else { return Answer(400, ["error": "invalid_request"]) }
            guard let read = try? P256.Signing.ECDSASignature(derRepresentation: signature),
                parentKey.isValidSignature(read, for: claim.toBeSigned)
            else { return Answer(400, ["error": "invalid_grant"]) }
            let child = FakeServer.certificate(claim.toBeSigned, signature)
            state.bound[claim.subject.credential] = Bound(user: parent.user, chain: [child] + parent.chain)
            self.deviceKeys.withLock { $0[claim.subject.credential] = claim.key }
            claim.status = "approved"
            extending.claim = claim
            extending.status = "done"
            extending.approval = signature
            extending.version += 1
            state.extending = extending
            return Answer(200, .object(FakeServer.shown(extending)))
        }
    }

    func claim(_ request: HTTPRequest) throws -> Answer {
        let body = try FakeServer.json(request)
        let key = try CertificateRequest(verifying: FakeServer.bytes(body["csr"])).publicKey
        return try state.withLock { state in
            if state.workBits > 0, !FakeServer.isWorked(body["proof_of_work"]?.string, key, state.workBits) {
                return Answer(
                    400,
                    ["error": "proof_of_work_required", "bits": JSONValue(state.workBits), "salt": "salt"]
                )
            }
            let begun = Answer(
                201,
                [
                    "claim_id": "claim-1", "claim_token": "claim-token", "match_number": "42", "expires_in": 60,
                    "profile": ["name": "Padaria Aurora"],
                ]
            )
            let code = body["code"]?.string
            if let claim = state.extending?.claim, claim.code == code, KeyDigest.of(claim.key) == KeyDigest.of(key) {
                return begun
            }
            guard let code, code == state.extending?.code else { return Answer(400, ["error": "invalid_code"]) }
            try pair(key, body["device_name"]?.string ?? "", &state)
            state.extending?.claim?.code = code
            return begun
        }
    }

    /// Writes the second device's certificate and shows it to the first one.
    func pair(_ key: P256.Signing.PublicKey, _ deviceName: String, _ state: inout State) throws {
        guard let parent = state.extending?.parent, let chain = parentChains.withLock({ $0[parent] }) else { return }
        let subject = CredentialSubject(
            tenant: FakeServer.tenant,
            user: state.childUser ?? FakeServer.user,
            credential: FakeServer.identifier(state.fresh("credential"))
        )
        let toBeSigned: [UInt8]
        if state.childUser == nil {
            toBeSigned = try ChildCertificate.toBeSigned(
                subject: subject,
                key: key,
                parent: chain,
                serial: Array(repeating: UInt8(state.next + 1), count: 16),
                now: now,
                seconds: 300 * 86_400
            )
        } else {
            // Of a certificate that the root would sign, the first part.
            let serial = [UInt8](repeating: 7, count: 16)
            let whole = try state.root.issue(to: subject, key: key, serial: serial, now: now, seconds: 86_400)
            toBeSigned = FakeServer.toBeSigned(of: whole)
        }
        let pairing = state.fresh("pairing")
        state.extending?.claim = Claim(
            key: key,
            subject: subject,
            toBeSigned: toBeSigned,
            deviceName: deviceName,
            pairing: pairing
        )
        state.extending?.status = "pairing"
        state.extending?.version += 1
    }

    static func isWorked(_ work: String?, _ key: P256.Signing.PublicKey, _ bits: Int64) -> Bool {
        guard let work else { return false }
        let digest = Base64URL.encode(KeyDigest.of(key))
        let hash = Array(SHA256.hash(data: Array("salt.\(digest).\(work)".utf8)))
        return (0..<Int(bits)).allSatisfy { hash[$0 / 8] & (0x80 >> UInt8($0 % 8)) == 0 }
    }

    func claimState() -> Answer {
        state.withLock { state in
            guard let claim = state.extending?.claim else { return Answer(404, ["error": "not_found"]) }
            guard claim.status == "approved", let bound = state.bound[claim.subject.credential] else {
                var answer = Answer(200, ["status": .string(claim.status)])
                answer.headers["ETag"] = "W/\"1\""
                return answer
            }
            let credential = FakeServer.bound(claim.subject, bound.chain, state.root.fingerprint)
            return Answer(200, ["status": "approved", "credential": credential])
        }
    }
}
