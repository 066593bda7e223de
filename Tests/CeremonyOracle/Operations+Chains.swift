import ChaveBase
import ChaveCredentialChain
import ChaveWire
import Crypto

/// Certificates of credentials. Keys come in, so that who asks can sign too.
extension Operations {
    /// `{tenant, user, credentials: [name], keys: [32 bytes], rootKey, now, seconds}` → a chain through all of them.
    func makeChain(_ request: Request) async throws -> JSONValue {
        try await naming {
            let now = try Timestamp(seconds: request.integer("now"))
            let tenant = try request.text("tenant")
            let keys = try request.texts("keys").map { try key(Base64URL.decode($0)) }
            let rootKey = try key(request.bytes("rootKey"))
            let root = try TenantRoot.generate(tenant: tenant, key: rootKey, serial: serial(rootKey), now: now)
            var chain = [root.certificate]
            for (number, credential) in try request.texts("credentials").enumerated() {
                let subject = CredentialSubject(tenant: tenant, user: try request.text("user"), credential: credential)
                let below = number == 0 ? rootKey : keys[number - 1]
                chain.insert(try await next(subject, keys[number], below, root, chain, now, request), at: 0)
            }
            return [
                "ok": true,
                "certificates": .array(chain.map { .string(Base64URL.encode($0)) }),
                "pem": .array(chain.map { .string(PEM.encode(certificate: $0)) }),
                "fingerprint": .string(root.fingerprint),
            ]
        }
    }

    /// The root issues the first; each further one is signed by the one before it.
    private func next(
        _ subject: CredentialSubject,
        _ key: P256.Signing.PrivateKey,
        _ signer: P256.Signing.PrivateKey,
        _ root: TenantRoot,
        _ chain: [[UInt8]],
        _ now: Timestamp,
        _ request: Request
    ) async throws -> [UInt8] {
        let seconds = try request.integer("seconds")
        if chain.count == 1 {
            return try root.issue(to: subject, key: key.publicKey, serial: serial(key), now: now, seconds: seconds)
        }
        let parent = try await CredentialChain.verify(
            chain,
            tenant: subject.tenant,
            roots: [root.fingerprint],
            now: now
        )
        let toBeSigned = try ChildCertificate.toBeSigned(
            subject: subject,
            key: key.publicKey,
            parent: parent,
            serial: serial(key),
            now: now,
            seconds: seconds
        )
        let signature = try signer.signature(for: toBeSigned)
        return try ChildCertificate.assembled(
            toBeSigned: toBeSigned,
            signature: Array(signature.derRepresentation),
            by: parent
        )
    }

    /// `{certificates: [DER or PEM], tenant, roots: [fingerprint], now}`.
    func verifyChain(_ request: Request) async throws -> JSONValue {
        try await naming {
            let chain = try await verified(request)
            return [
                "ok": true, "tenant": .string(chain.subject.tenant), "user": .string(chain.subject.user),
                "credential": .string(chain.subject.credential), "depth": JSONValue(Int64(chain.depth)),
                "notAfter": JSONValue(chain.notAfter.seconds),
                "keyDigest": .string(Base64URL.encode(chain.keyDigest)),
            ]
        }
    }

    /// As `verifyChain`, with `toBeSigned`.
    func checkChild(_ request: Request) async throws -> JSONValue {
        try await naming {
            let subject = try ChildCertificate.check(
                toBeSigned: request.bytes("toBeSigned"),
                under: await verified(request),
                now: Timestamp(seconds: request.integer("now"))
            )
            return ["ok": true, "user": .string(subject.user), "credential": .string(subject.credential)]
        }
    }

    /// `{key: 32 bytes}`.
    func makeRequest(_ request: Request) async throws -> JSONValue {
        let key = try key(request.bytes("key"))
        let made = try await CertificateRequest.make(key: key.publicKey) {
            Array(try key.signature(for: $0).derRepresentation)
        }
        return ["ok": true, "request": .string(Base64URL.encode(made))]
    }

    /// `{request: DER}`.
    func verifyRequest(_ request: Request) throws -> JSONValue {
        do {
            let read = try CertificateRequest(verifying: request.bytes("request"))
            return ["ok": true, "keyDigest": .string(Base64URL.encode(read.keyDigest))]
        } catch let refusal as ChainRefusal {
            throw Refused(reason: refusal.rawValue)
        }
    }

    private func verified(_ request: Request) async throws -> VerifiedChain {
        let certificates = try request.texts("certificates").map { text in
            text.hasPrefix("-----") ? try PEM.decode(text) : try Base64URL.decode(text)
        }
        return try await CredentialChain.verify(
            certificates,
            tenant: request.text("tenant"),
            roots: Set(request.texts("roots")),
            now: Timestamp(seconds: request.integer("now"))
        )
    }

    private func naming(_ body: () async throws -> JSONValue) async throws -> JSONValue {
        do { return try await body() } catch let refusal as ChainRefusal { throw Refused(reason: refusal.rawValue) }
    }

    private func key(_ raw: [UInt8]) throws -> P256.Signing.PrivateKey {
        try P256.Signing.PrivateKey(rawRepresentation: raw)
    }

    private func serial(_ key: P256.Signing.PrivateKey) -> [UInt8] {
        Array(SHA256.hash(data: key.publicKey.rawRepresentation).prefix(16))
    }
}
