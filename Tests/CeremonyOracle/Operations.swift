import ChaveBase
import ChaveCeremonyDebugger
import ChaveDeviceKeys
import ChaveJOSE
import ChaveSoftwareAuthenticator
import ChaveWebAuthn
import ChaveWire
import Foundation

/// What the oracle can be asked.
struct Operations {
    let store: any KeyStore

    func run(_ request: Request) async throws -> JSONValue {
        switch try request.text("op") {
        case "create": try await create(request)
        case "get": try await get(request)
        case "damage": try damage()
        case "verifyRegistration": try await verifyRegistration(request)
        case "verifyAuthentication": try verifyAuthentication(request)
        case "debug": try await debug(request)
        case "signToken": try signToken(request)
        case "verifyToken": try verifyToken(request)
        case "encrypt": try encrypt(request)
        case "decrypt": try decrypt(request)
        case "makeChain": try await makeChain(request)
        case "verifyChain": try await verifyChain(request)
        case "checkChild": try await checkChild(request)
        case "makeRequest": try await makeRequest(request)
        case "verifyRequest": try verifyRequest(request)
        default: throw Refused(reason: "unknown_operation")
        }
    }

    // MARK: The authenticator

    /// `{options, origin?, attestation?: "packed", gesture?: "present" or "cancelled", account?: name, now?: seconds}`.
    private func create(_ request: Request) async throws -> JSONValue {
        do {
            let options = try CredentialCreationOptions(json: request.value("options"))
            let created = try await authenticator(request).makeCredential(options)
            return ["ok": true, "credential": created.json]
        } catch let error as DeviceKeyError {
            throw Refused(reason: error.code.description, step: error.message)
        }
    }

    /// As `create`.
    private func get(_ request: Request) async throws -> JSONValue {
        do {
            let options = try CredentialRequestOptions(json: request.value("options"))
            let assertion = try await authenticator(request).getAssertion(options)
            return ["ok": true, "credential": assertion.json]
        } catch let error as DeviceKeyError {
            throw Refused(reason: error.code.description, step: error.message)
        }
    }

    private func authenticator(_ request: Request) -> SoftwareAuthenticator {
        let now = request["now"]?.number?.int64
        return SoftwareAuthenticator(
            store: store,
            gesture: .always(gesture(request)),
            configuration: .init(
                origin: request["origin"]?.string.map { .fixed($0) } ?? .relyingParty,
                attestation: request["attestation"] == "packed" ? .packedSelf : .none,
                accountChoice: choice(request),
                now: { now ?? SoftwareAuthenticator.Configuration.systemTime() }
            )
        )
    }

    private func gesture(_ request: Request) -> GestureAnswer {
        switch request["gesture"] {
        case "present": .present
        case "cancelled": .cancelled
        default: .verified
        }
    }

    private func choice(_ request: Request) -> AccountChoice {
        guard let name = request["account"]?.string else { return .newest }
        return AccountChoice { _, accounts in accounts.first { $0.userName == name } }
    }

    /// The names of the files that do not open.
    private func damage() throws -> JSONValue {
        guard let store = store as? EncryptedKeyStore else { throw Refused(reason: "no_files") }
        return ["ok": true, "files": .array(try store.damagedFiles().map { .string($0.name) })]
    }

    // MARK: The relying party

    /// `{rpId, origins, challenge, userVerification, response}`.
    private func verifyRegistration(_ request: Request) async throws -> JSONValue {
        do {
            let verified = try await relyingParty(request).verify(
                RegistrationResponse(json: request.value("response")),
                expecting: RegistrationExpectation(
                    challenge: challenge(request),
                    userVerification: userVerification(request)
                )
            )
            return [
                "ok": true,
                "publicKey": .string(Base64URL.encode(verified.credential.publicKey)),
                "signCount": JSONValue(Int64(verified.credential.signCount)),
                "isUserVerified": .bool(verified.isUserVerified),
                "backupEligible": .bool(verified.credential.backupEligible),
                "backupState": .bool(verified.credential.backupState),
                "attestation": .string(verified.attestation.rawValue),
                "algorithm": JSONValue(verified.algorithm.rawValue),
            ]
        } catch let refusal as RegistrationRefusal {
            throw Refused(reason: refusal.rawValue, step: refusal.specificationStep)
        }
    }

    /// `{rpId, origins, challenge, userVerification, response, publicKey, signCount, userHandle?, backupEligible?}`.
    private func verifyAuthentication(_ request: Request) throws -> JSONValue {
        do {
            let response = try AuthenticationResponse(json: request.value("response"))
            let stored = StoredCredential(
                id: response.rawID,
                publicKey: try request.bytes("publicKey"),
                signCount: UInt32(clamping: try request.integer("signCount")),
                backupEligible: request["backupEligible"]?.bool ?? false,
                backupState: request["backupState"]?.bool ?? false,
                userHandle: request["userHandle"] == nil ? nil : try request.bytes("userHandle")
            )
            let verified = try relyingParty(request).verify(
                response,
                against: stored,
                expecting: AuthenticationExpectation(
                    challenge: challenge(request),
                    userVerification: userVerification(request)
                )
            )
            return [
                "ok": true,
                "signCount": JSONValue(Int64(verified.signCount)),
                "isUserVerified": .bool(verified.isUserVerified),
            ]
        } catch let refusal as AuthenticationRefusal {
            throw Refused(reason: refusal.rawValue, step: refusal.specificationStep)
        }
    }

    /// `{request}`, as `chave webauthn verify` gets it.
    private func debug(_ request: Request) async throws -> JSONValue {
        let line = try request.value("request").encoded()
        let debugger = CeremonyDebugger { Int64(Date().timeIntervalSince1970) }
        return ["ok": true, "verdict": await debugger.verify(.bytes(line)).json]
    }

    private func relyingParty(_ request: Request) throws -> RelyingParty {
        try RelyingParty(id: request.text("rpId"), origins: request.texts("origins"))
    }

    private func challenge(_ request: Request) throws -> [UInt8] {
        let challenge = try request.bytes("challenge")
        guard challenge.count >= 16 else { throw Refused(reason: "challenge_too_short") }
        return challenge
    }

    private func userVerification(_ request: Request) throws -> UserVerificationRequirement {
        guard let text = request["userVerification"]?.string else { return .preferred }
        guard let requirement = UserVerificationRequirement(rawValue: text) else { throw Refused(reason: "malformed") }
        return requirement
    }

    // MARK: Tokens

    /// `{algorithm, claims, type?}` → the token and the set its key is in.
    private func signToken(_ request: Request) throws -> JSONValue {
        guard let algorithm = JWSAlgorithm(rawValue: try request.text("algorithm")) else {
            throw Refused(reason: "unknown_algorithm")
        }
        let unnamed = try SigningKey.generate(algorithm)
        let key = unnamed.named(unnamed.publicKey.thumbprint)
        let token = try key.sign(request.value("claims").encoded(), type: request["type"]?.string)
        return [
            "ok": true, "token": .string(token), "keys": try JWKSet([key.publicKey]).json,
            "pem": .string(key.secretPEM),
        ]
    }

    /// `{token, keys, issuer, audience, type?, now}`.
    private func verifyToken(_ request: Request) throws -> JSONValue {
        do {
            let verified = try JWKSet(json: request.value("keys")).verify(
                request.text("token"),
                expecting: JWTExpectation(
                    type: request["type"]?.string,
                    issuer: request.text("issuer"),
                    audience: request.text("audience"),
                    leewaySeconds: 0
                ),
                now: request.integer("now")
            )
            return ["ok": true, "claims": .object(verified.claims.object)]
        } catch let refusal as JWTRefusal {
            throw Refused(reason: refusal.rawValue)
        } catch let error as JOSEKeyError {
            throw Refused(reason: "key", step: "\(error)")
        }
    }
}
