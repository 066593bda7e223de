public import ChaveBase
public import ChavePixModel
import ChaveWebAuthn
import ChaveWire
import Hashing
import InstitutionPort
public import PaymentsModel

extension Payments {
    /// `POST /enrollments/{id}/confirm/`: the new credential.
    ///
    /// 204 means accepted; the bank decides.
    ///
    /// The same attestation again gets 204, in any later state; another attestation gets 409.
    public func confirmEnrollment(
        _ id: EnrollmentID,
        _ request: ConfirmEnrollmentRequest,
        by caller: Caller,
        idempotency: IdempotentRequest?
    ) async throws(APIFailure) -> APIAnswer {
        let credential = request.confirmationData
        let digest = Digest(ofParts: [credential.rawID, credential.attestationObject, credential.clientDataJSON])
        var seen: CredentialVerdict?
        for _ in 0..<Payments.looks {
            let enrollment = try await storedEnrollment(id, for: caller)
            let answer = APIAnswer(status: 204, customer: enrollment.customer)
            let record: IdempotencyRecord?
            switch try await begin(idempotency, of: caller.organisation) {
            case .done(let answer): return answer
            case .resumed: throw .unexpected
            case .new(let new): record = new
            }
            if let known = enrollment.attestationDigest {
                guard known == digest else { throw .conflict("The enrollment has another credential already.") }
                try await keep(answer, under: record, of: .enrollment(id))
                return answer
            }
            guard case .awaitingCredential(let registration, _, let deadline) = enrollment.state,
                world.deadlineNow() < deadline
            else { throw .conflict("The enrollment does not wait for a credential now. Read it for where it stands.") }
            let verdict = await verdict(on: credential, registration, for: id, unless: seen)
            seen = verdict
            let customer = try await requireCustomer(enrollment.customer, of: enrollment.organisation)
            var change = Change()
            change.idempotency = try claim(record, object: .enrollment(id), answer: answer, key: customer)
            do throws(RunFailure) {
                try await store(credential, digest, verdict, on: enrollment, by: caller, change)
            } catch {
                if error.isWorthAnotherLook { continue }
                throw failure(error)
            }
            start(.enrollment(id))
            return answer
        }
        throw .conflict("The enrollment keeps changing. Read it and decide again.")
    }

    /// The verdict on a credential.
    ///
    /// Each verification is reported and counted. Therefore one credential is verified once, however often its
    /// enrollment changes.
    private func verdict(
        on credential: RegistrationCredential,
        _ registration: EnrollmentState.Registration,
        for id: EnrollmentID,
        unless seen: CredentialVerdict?
    ) async -> CredentialVerdict {
        if let seen, seen.registration == registration { return seen }
        return CredentialVerdict(
            registration: registration,
            verified: await verify(credential, registration, for: id)
        )
    }

    /// The platform's own verification of the credential before the bank's, to fail early and with a reason.
    private func verify(
        _ credential: RegistrationCredential,
        _ registration: EnrollmentState.Registration,
        for id: EnrollmentID
    ) async -> VerifiedRegistration? {
        let relyingParty = relyingParty(registration.relyingPartyID)
        let response = RegistrationResponse(
            id: credential.id,
            rawID: credential.rawID,
            type: "public-key",
            clientDataJSON: credential.clientDataJSON,
            attestationObject: credential.attestationObject
        )
        let expectation = RegistrationExpectation(
            challenge: registration.challenge.bytes,
            userVerification: .required,
            algorithms: registration.algorithms.map { COSEAlgorithm(rawValue: $0) }
        )
        let verified: VerifiedRegistration?
        let refusal: ExplainedRegistrationRefusal?
        do throws(ExplainedRegistrationRefusal) {
            verified = try await relyingParty.verifyExplaining(response, expecting: expectation)
            refusal = nil
        } catch {
            (verified, refusal) = (nil, error)
        }
        looked(at: credential, by: relyingParty, expecting: expectation, for: id, refusal: refusal)
        return verified
    }

    /// The relying party of an institution: the SDK's origin, and the deployment's browser origins, if any.
    func relyingParty(_ id: String) -> RelyingParty {
        RelyingParty(id: id, origins: ["https://\(id)"] + policy.extraOrigins, topOrigins: policy.topOrigins)
    }

    /// Stores the result: an invalid credential also uses up the challenge, and ends the enrollment at the bank.
    private func store(
        _ credential: RegistrationCredential,
        _ digest: Digest,
        _ verdict: CredentialVerdict,
        on enrollment: Enrollment,
        by caller: Caller,
        _ change: Change
    ) async throws(RunFailure) {
        guard let verified = verdict.verified else {
            _ = try await commit(
                .withdrawn(EnrollmentEnd(.failed, .fidoFailed)),
                on: enrollment,
                actor: caller.actor,
                change: change
            ) { $0.attestationDigest = digest }
            return
        }
        let body = OFBFidoRegistration(
            id: credential.rawID,
            clientDataJSON: credential.clientDataJSON,
            attestationObject: credential.attestationObject,
            authenticatorAttachment: credential.authenticatorAttachment
        )
        let run = EnrollmentRun(payments: self, id: enrollment.id)
        let sealed = try await run.seal(body.json.encoded(), "attestation", of: enrollment)
        var change = change
        change.writes.append(
            .insertCredential(
                EnrolledCredential(
                    organisation: enrollment.organisation,
                    enrollment: enrollment.id,
                    credentialID: Octets(verified.credential.id),
                    publicKey: Octets(verified.credential.publicKey),
                    signCount: verified.credential.signCount,
                    backupEligible: verified.credential.backupEligible,
                    backupState: verified.credential.backupState,
                    userHandle: verdict.registration.userHandle
                )
            )
        )
        let deadline = world.deadlineNow().adding(seconds: EnrollmentRules.verdictWithinSeconds)
        _ = try await commit(
            .attestation(sealed, deadline: deadline),
            on: enrollment,
            actor: caller.actor,
            change: change
        ) { $0.attestationDigest = digest }
    }

    private func requireCustomer(_ id: CustomerID, of organisation: OrganisationID) async throws(APIFailure) -> Customer
    {
        let found = try await read { () async throws(StorageFault) in
            try await self.store.customer(id, of: organisation)
        }
        guard let found else { throw .unexpected }
        return found
    }
}

/// The result of a credential's verification.
private struct CredentialVerdict {
    /// The registration that the credential was compared with.
    let registration: EnrollmentState.Registration
    /// The verified registration; `nil` when the credential is invalid.
    let verified: VerifiedRegistration?
}
