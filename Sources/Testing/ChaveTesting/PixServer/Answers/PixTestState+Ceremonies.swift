import ChaveBase
import ChavePixModel
import ChaveTransport
import ChaveWebAuthn

extension PixTestState {
    /// A registration to be verified; the verification needs an `await`.
    struct Registration: Sendable {
        let enrollment: EnrollmentID
        let response: RegistrationResponse
        let expectation: RegistrationExpectation
    }

    /// Accepts the credential for verification; its challenge is then used up.
    ///
    /// - Returns: `nil` when the same credential came before: it is accepted again.
    mutating func confirmEnrollment(_ context: PixTestContext) throws(PixTestRefusal) -> Registration? {
        let index = try enrollmentIndex(context)
        let platform = enrollments[index].resource.details.devicePlatform
        let schema = SchemaContext(platform: platform, allowsCrossPlatform: platform == .browser)
        let credential = try context.message(ConfirmEnrollmentRequest.self, in: schema).confirmationData
        if let known = enrollments[index].confirmation {
            guard known == credential else { throw .conflict("The enrollment has another credential already.") }
            return nil
        }
        guard !enrollments[index].isEnded, let options = enrollments[index].options else {
            throw .conflict("The enrollment does not wait for a credential now. Read it for where it stands.")
        }
        enrollments[index].confirmation = credential
        enrollments[index].deadline = nil
        return Registration(
            enrollment: enrollments[index].resource.id,
            response: RegistrationResponse(
                id: credential.id,
                rawID: credential.rawID,
                type: "public-key",
                clientDataJSON: credential.clientDataJSON,
                attestationObject: credential.attestationObject
            ),
            expectation: RegistrationExpectation(
                challenge: options.challenge,
                userVerification: .required,
                userHandle: options.userHandle
            )
        )
    }

    /// Schedules the bank's verdict on a verified credential; `nil` means an invalid credential and ends the
    /// enrollment.
    mutating func verified(_ credential: StoredCredential?, for id: EnrollmentID, _ moment: Moment) {
        guard let index = enrollments.firstIndex(where: { $0.resource.id == id && !$0.isEnded }) else { return }
        guard let credential else {
            return enrollments[index].end(.failed, .fidoFailed, at: moment.timestamp)
        }
        enrollments[index].credential = credential
        enrollments[index].deadline = moment.after(seconds: 2 * 60)
        let due = moment.milliseconds + max(0, bank.verdictAfterMilliseconds)
        enrollments[index].verdict =
            switch bank.verdict {
            case .accepts: TestEnrollment.Verdict(due: due, refusal: nil)
            case .refuses(let reason): TestEnrollment.Verdict(due: due, refusal: reason)
            case .neverAnswers: TestEnrollment.Verdict(due: nil, refusal: nil)
            }
    }

    /// Accepts the assertion; its challenge is then used up, and the response is 204 for a valid and an invalid
    /// signature.
    mutating func authorizePaymentIntent(_ context: PixTestContext) throws(PixTestRefusal) -> HTTPResponse {
        let index = try paymentIndex(context)
        let enrollment = enrollments.first { $0.resource.id == payments[index].enrollment }
        let platform = enrollment?.resource.details.devicePlatform
        let schema = SchemaContext(platform: platform, allowsCrossPlatform: platform == .browser)
        let assertion = try context.message(AuthorizePaymentIntentRequest.self, in: schema).assertion
        if let known = payments[index].approval {
            guard known == assertion else {
                throw .conflict("The payment intent was authorised with another assertion.")
            }
            return HTTPResponse(status: 204)
        }
        guard payments[index].resource.status == .pending else {
            throw .conflict("The payment intent is \(payments[index].resource.status.rawValue) and takes no approval.")
        }
        guard let enrollment, enrollment.isUsable, let credential = enrollment.credential else {
            payments[index].end(.failed, .enrollmentRevoked, at: context.moment.timestamp)
            throw .conflict("The enrollment cannot be used any more. Enroll the device again.")
        }
        guard credential.id == assertion.rawID else {
            throw .conflict("The assertion is of another credential than the enrollment's.")
        }
        payments[index].approval = assertion
        approve(index, verify(assertion, payments[index].challenge, credential), context.moment)
        return HTTPResponse(status: 204)
    }

    private mutating func approve(_ index: Int, _ verified: VerifiedAuthentication?, _ moment: Moment) {
        guard let verified else {
            return payments[index].end(.failed, .biometricValidationError, at: moment.timestamp)
        }
        let id = payments[index].enrollment
        if let enrollment = enrollments.firstIndex(where: { $0.resource.id == id }) {
            enrollments[enrollment].credential?.signCount = verified.signCount
        }
        payments[index].deadline = nil
        payments[index].change(at: moment.timestamp) { $0.status = .processing }
        let due = moment.milliseconds + max(0, bank.settlementAfterMilliseconds)
        payments[index].settlement =
            switch bank.settlement {
            case .settles: TestPayment.Settlement(due: due, failure: nil)
            case .fails(let code): TestPayment.Settlement(due: due, failure: code)
            case .neverAnswers: TestPayment.Settlement(due: nil, failure: nil)
            }
    }

    private func verify(
        _ assertion: AssertionCredential,
        _ challenge: [UInt8],
        _ credential: StoredCredential
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
        let expectation = AuthenticationExpectation(
            challenge: challenge,
            allowedCredentials: [credential.id],
            userVerification: .required
        )
        return try? PixTestState.relyingParty.verify(response, against: credential, expecting: expectation)
    }
}
