public import ChaveBase
public import ChavePixModel
import ChaveWebAuthn
import ChaveWire
import Hashing
import InstitutionPort
public import PaymentsModel

extension Payments {
    /// `POST /payment-intents/{id}/authorize/`: the payer's assertion.
    ///
    /// 204 means accepted; a GET shows the verdict.
    ///
    /// Idempotent by content: the same assertion gets 204 again, in any later state and under any token; another gets
    /// 409. One guarded write uses up the challenge, whether the assertion is valid or not.
    public func authorizePaymentIntent(
        _ id: PaymentIntentID,
        _ request: AuthorizePaymentIntentRequest,
        by caller: Caller,
        idempotency: IdempotentRequest?
    ) async throws(APIFailure) -> APIAnswer {
        let digest = approvalDigest(of: request.assertion)
        for _ in 0..<Payments.looks {
            let record: IdempotencyRecord?
            switch try await begin(idempotency, of: caller.organisation) {
            case .done(let answer): return answer
            case .resumed: throw .unexpected
            case .new(let new): record = new
            }
            let context = try await authorisationContext(id, for: caller)
            let answer = APIAnswer(status: 204, customer: context.intent.customer)
            if let known = context.intent.approvalDigest {
                guard known == digest else {
                    throw .conflict("The payment intent was authorised with another assertion.")
                }
                try await keep(answer, under: record, of: .paymentIntent(id))
                return answer
            }
            try await requireApprovable(context, request, by: caller)
            var change = Change()
            change.idempotency = try claim(record, object: .paymentIntent(id), answer: answer, key: context.customer)
            let event = try event(for: request, context, in: &change)
            let stored: PaymentIntent
            do throws(RunFailure) {
                stored = try await commit(event, on: context.intent, actor: caller.actor, change: change) {
                    $0.approvalDigest = digest
                }
            } catch {
                if error.isWorthAnotherLook { continue }
                throw failure(error)
            }
            start(.paymentIntent(id), from: StoredIntent(intent: stored, payerKey: try? key(of: context.customer)))
            return answer
        }
        throw .conflict("The payment intent keeps changing. Read it and decide again.")
    }

    private func approvalDigest(of assertion: AssertionCredential) -> Digest {
        Digest(ofParts: [assertion.authenticatorData, assertion.clientDataJSON, assertion.signature])
    }

    private func authorisationContext(
        _ id: PaymentIntentID,
        for caller: Caller
    ) async throws(APIFailure) -> AuthorisationContext {
        let found = try await read { () async throws(StorageFault) in
            try await self.store.authorisationContext(id, of: caller.organisation)
        }
        guard let found, caller.sees(found.intent.createdBy, customer: found.intent.customer) else { throw .notFound }
        return found
    }

    /// Requires that the intent can be approved; a refusal here leaves the challenge unused.
    ///
    /// Exception: an intent whose enrollment or account is gone ends.
    private func requireApprovable(
        _ context: AuthorisationContext,
        _ request: AuthorizePaymentIntentRequest,
        by caller: Caller
    ) async throws(APIFailure) {
        try requireAttachment(request.assertion, for: context.enrollment)
        try requireSignals(request.riskSignals, for: context.enrollment)
        guard case .awaitingApproval(_, let deadline) = context.intent.state else {
            throw .conflict("The payment intent is \(context.intent.status.rawValue) and takes no approval.")
        }
        guard world.deadlineNow() < deadline else {
            start(.paymentIntent(context.intent.id))
            throw .conflict("The time to approve is over. Create a new payment intent.")
        }
        guard context.enrollment.status == .succeeded else {
            try await loseGround(.enrollmentRevoked, context.intent)
            throw .conflict("The enrollment cannot be used any more. Enroll the device again.")
        }
        guard !context.enrollment.hasRunOut(at: world.deadlineNow()) else {
            start(.enrollment(context.enrollment.id))
            throw .conflict(Payments.runOut)
        }
        guard context.beneficiary.isActive else {
            try await loseGround(.beneficiaryAccountInvalid, context.intent)
            throw .conflict("The receiving account is not active any more.")
        }
        guard let credential = context.credential, credential.credentialID.bytes == request.assertion.rawID else {
            throw .conflict("The assertion is of another credential than the enrollment's.")
        }
    }

    /// Requires a permitted authenticator; only the enrollment's platform tells whether a roaming one is allowed.
    private func requireAttachment(
        _ assertion: AssertionCredential,
        for enrollment: Enrollment
    ) throws(APIFailure) {
        guard assertion.authenticatorAttachment == "platform" || !enrollment.platform.isNative else {
            throw .field(.invalid, "assertion.authenticatorAttachment", "authenticatorAttachment must be platform.")
        }
    }

    /// Checks the risk signals by the rules of the enrolled platform, whatever `platform` the request names.
    private func requireSignals(_ signals: RiskSignals, for enrollment: Enrollment) throws(APIFailure) {
        do throws(FieldErrors) {
            try RiskSignals.schema.check(
                signals.json,
                prefix: "risk_signals",
                in: SchemaContext(platform: enrollment.platform)
            )
        } catch {
            throw APIFailure(error)
        }
    }

    private func loseGround(_ code: FailureCode, _ intent: PaymentIntent) async throws(APIFailure) {
        do throws(RunFailure) {
            _ = try await commit(.groundLost(code), on: intent, actor: "platform")
        } catch {
            if case .conflict = error { return }
            throw failure(error)
        }
    }

    /// The platform's verdict on the assertion, by the key that it received at confirm.
    private func event(
        for request: AuthorizePaymentIntentRequest,
        _ context: AuthorisationContext,
        in change: inout Change
    ) throws(APIFailure) -> PaymentIntentEvent {
        guard case .awaitingApproval(let challenge, _) = context.intent.state, let credential = context.credential,
            let bankEnrollment = context.enrollment.bank?.enrollmentID
        else { throw .unexpected }
        guard let verified = verify(request.assertion, challenge, credential, for: context.intent.id)
        else { return .approvalInvalid }
        if verified.signCount > credential.signCount {
            change.writes.append(
                .advanceCounter(
                    credentialID: credential.credentialID,
                    of: credential.organisation,
                    from: credential.signCount,
                    to: verified.signCount
                )
            )
        }
        let body = OFBConsentAuthorisation(
            enrollmentID: bankEnrollment,
            signals: request.riskSignals,
            assertion: OFBFidoAssertion(
                id: request.assertion.rawID,
                clientDataJSON: request.assertion.clientDataJSON,
                authenticatorData: request.assertion.authenticatorData,
                signature: request.assertion.signature,
                userHandle: request.assertion.userHandle ?? []
            )
        )
        let sealed = try unseal { () throws(SealingError) in
            try self.key(of: context.customer)
                .seal(
                    body.json.encoded(),
                    field: context.intent.field("approval"),
                    randomBytes: self.world.randomBytes
                )
        }
        return .approval(.init(body: sealed, at: world.deadlineNow()))
    }

    private func verify(
        _ assertion: AssertionCredential,
        _ challenge: PaymentIntentState.Challenge,
        _ credential: EnrolledCredential,
        for id: PaymentIntentID
    ) -> VerifiedAuthentication? {
        let response = AuthenticationResponse(
            id: assertion.id,
            rawID: assertion.rawID,
            type: "public-key",
            clientDataJSON: assertion.clientDataJSON,
            authenticatorData: assertion.authenticatorData,
            signature: assertion.signature,
            userHandle: assertion.userHandle
        )
        let stored = StoredCredential(
            id: credential.credentialID.bytes,
            publicKey: credential.publicKey.bytes,
            signCount: credential.signCount,
            backupEligible: credential.backupEligible,
            backupState: credential.backupState,
            userHandle: credential.userHandle.bytes
        )
        let expectation = AuthenticationExpectation(
            challenge: challenge.challenge.bytes,
            allowedCredentials: challenge.allowedCredentials.isEmpty ? nil : challenge.allowedCredentials.map(\.bytes),
            userVerification: .required
        )
        let relyingParty = relyingParty(challenge.relyingPartyID)
        let verified: VerifiedAuthentication?
        let refusal: AuthenticationRefusal?
        do throws(AuthenticationRefusal) {
            verified = try relyingParty.verify(response, against: stored, expecting: expectation)
            refusal = nil
        } catch {
            (verified, refusal) = (nil, error)
        }
        looked(
            at: assertion,
            against: credential,
            by: relyingParty,
            expecting: expectation,
            for: id,
            refusal: refusal
        )
        return verified
    }
}
