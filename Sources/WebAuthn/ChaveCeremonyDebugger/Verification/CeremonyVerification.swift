import ChaveBase
import ChaveWebAuthn
import ChaveWire

/// Runs one request through the procedure of its ceremony.
struct CeremonyVerification {
    private let request: CeremonyRequest
    private let policy: AttestationPolicy

    init(_ request: CeremonyRequest, at secondsSince1970: Int64) throws(Unreadable) {
        self.request = request
        policy = try request.attestation.policy(at: secondsSince1970)
    }

    func verdict() async -> Verdict {
        switch request.answer {
        case .registration(let response): await registration(response)
        case .authentication(let response, let stored): authentication(response, stored)
        }
    }

    private func registration(_ response: RegistrationResponse) async -> Verdict {
        let expectation = RegistrationExpectation(
            challenge: request.challenge,
            userVerification: request.userVerification,
            algorithms: request.algorithms,
            attestation: policy
        )
        do {
            let verified = try await request.relyingParty.verifyExplaining(response, expecting: expectation)
            return .verified(CeremonyVerification.members(verified, response))
        } catch {
            let explanation = RegistrationExplanation(request, response)
            return .refused(error.name, step: explanation.step(error), explanation.sentence(error))
        }
    }

    private func authentication(_ response: AuthenticationResponse, _ kept: StoredRequest) -> Verdict {
        let stored = kept.credential(of: response)
        let expectation = AuthenticationExpectation(
            challenge: request.challenge,
            allowedCredentials: request.allowedCredentials,
            userVerification: request.userVerification
        )
        do {
            let verified = try request.relyingParty.verify(response, against: stored, expecting: expectation)
            var members = CeremonyVerification.members(verified, response, stored)
            members["stored"] = kept.json(after: verified, of: response)
            return .verified(members)
        } catch {
            let explanation = AuthenticationExplanation(request, response, stored)
            return .refused(error.rawValue, step: error.specificationStep, explanation.sentence(error))
        }
    }

    private static func members(_ verified: VerifiedRegistration, _ response: RegistrationResponse) -> JSONObject {
        let object = try? AttestationObject(decoding: response.attestationObject)
        let data = object.flatMap { try? AuthenticatorData(decoding: $0.authenticatorData) }
        var members = common(verified.credential, verified.algorithm, data)
        members["attestation"] = [
            "format": JSONValue(object?.format), "type": .string(verified.attestation.rawValue),
            "aaguid": .string(Hex.model(verified.aaguid)),
        ]
        members["stored"] = StoredRequest.json(verified.credential)
        return members
    }

    private static func members(
        _ verified: VerifiedAuthentication,
        _ response: AuthenticationResponse,
        _ stored: StoredCredential
    ) -> JSONObject {
        let algorithm = try? COSEKey(decoding: stored.publicKey).algorithm
        let data = try? AuthenticatorData(decoding: response.authenticatorData)
        var members = common(stored, algorithm, data)
        members["signCount"] = JSONValue(Int64(verified.signCount))
        members["attestation"] = .null
        return members
    }

    private static func common(
        _ credential: StoredCredential,
        _ algorithm: COSEAlgorithm?,
        _ data: AuthenticatorData?
    ) -> JSONObject {
        var members = JSONObject()
        members["credentialId"] = .string(Base64URL.encode(credential.id))
        members["publicKey"] = .string(Base64URL.encode(credential.publicKey))
        members["algorithm"] = algorithm.map { JSONValue($0.rawValue) } ?? .null
        members["signCount"] = JSONValue(Int64(credential.signCount))
        members["flags"] = data.map { FlagNames.json($0.flags) } ?? .null
        return members
    }
}
