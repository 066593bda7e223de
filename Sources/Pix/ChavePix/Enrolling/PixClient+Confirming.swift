public import ChaveBase
public import ChaveDeviceKeys
public import ChavePixModel
import ChaveTransport

extension PixClient {
    /// Sends the credential to the bank and waits for the bank's verdict, which is the enrollment's status.
    ///
    /// Throws `.timedOut` when the bank has not decided in time. Throws `.outcomeUnknown` when the client cannot find
    /// out whether the credential has arrived. With `isAccepted`, the server has the credential, and the bank's verdict
    /// is unknown. An accepted credential is not usable: only SUCCEEDED is.
    public func confirmEnrollment(
        _ enrollment: EnrollmentID,
        _ credential: CreatedCredential
    ) async throws(PixError) -> EnrollmentResource {
        try await confirmEnrollment(enrollment, kept(credential, for: enrollment), mayHaveReached: false, before: nil)
    }

    /// The request, the same for every try of one call.
    func kept(_ credential: CreatedCredential, for enrollment: EnrollmentID) -> StoredRequest {
        let request = ConfirmEnrollmentRequest(
            confirmationData: RegistrationCredential(
                rawID: credential.id,
                authenticatorAttachment: credential.authenticatorAttachment,
                attestationObject: credential.attestationObject,
                clientDataJSON: credential.clientDataJSON
            )
        )
        return fresh(
            .confirmEnrollment,
            "/enrollments/\(enrollment.text)/confirm/",
            request.json,
            about: .enrollment(enrollment)
        )
    }

    /// Confirms; `deadline` ends the calls that find out whether the server has the request, not the wait for the
    /// verdict.
    func confirmEnrollment(
        _ enrollment: EnrollmentID,
        _ request: StoredRequest,
        mayHaveReached: Bool,
        before deadline: Int64?
    ) async throws(PixError) -> EnrollmentResource {
        try await run(.confirmEnrollment) { [self] () async throws(PixError) in
            let sent = await poster.send(request, mayHaveReached: mayHaveReached, before: deadline) { _ in }
            do throws(PixError) {
                try sent.result.get()
            } catch  where error.code == .outcomeUnknown || error.code == .conflict {
                return try await confirmed(enrollment, sent.request, before: deadline, else: error)
            }
            return try await verdict(on: enrollment, key: sent.request.idempotencyKey)
        }
    }

    /// The enrollment after a lost response or a conflict; throws `error` when it has not ended.
    ///
    /// A conflict may mean that another credential was accepted. While the enrollment waits for a credential or for the
    /// bank's verdict on one, the client waits for that verdict. The outcome is unknown when the client cannot read the
    /// enrollment.
    private func confirmed(
        _ enrollment: EnrollmentID,
        _ request: StoredRequest,
        before deadline: Int64?,
        else error: PixError
    ) async throws(PixError) -> EnrollmentResource {
        guard let read = try? await readEnrollment(enrollment, before: deadline) else {
            guard error.code == .conflict else { throw error }
            try? await stored.keep(request)
            throw PixError.unknown(request, after: error)
        }
        if read.status == .pending {
            guard error.code == .conflict, read.details.status != .awaitingAccountHolderValidation else { throw error }
            return try await verdictOnAnother(enrollment, request)
        }
        await stored.settle(.confirmEnrollment, .enrollment(enrollment))
        return read
    }

    /// The bank's verdict on a credential that an earlier call must have sent; without one, the call is accepted with
    /// an unknown end.
    private func verdictOnAnother(
        _ enrollment: EnrollmentID,
        _ request: StoredRequest
    ) async throws(PixError) -> EnrollmentResource {
        do {
            return try await verdict(on: enrollment, key: request.idempotencyKey)
        } catch  where error.code == .timedOut {
            let key = request.idempotencyKey
            throw PixError.accepted(.confirmEnrollment, .enrollment(enrollment), key: key, cause: error)
        }
    }

    private func verdict(on enrollment: EnrollmentID, key: String) async throws(PixError) -> EnrollmentResource {
        do {
            return try await waiter.wait(
                configuration.polling.enrollment,
                waitingOut: { $0.isWaitedOutAfterAcceptance }
            ) { turn async throws(PixError) in
                try await follow("/enrollments/\(enrollment.text)/", turn) { (read: EnrollmentResource) in
                    read.status != .pending
                }
            }
        } catch  where error.code != .timedOut {
            // The server has the credential, so an error while reading on is no refusal.
            throw PixError.accepted(.confirmEnrollment, .enrollment(enrollment), key: key, cause: error)
        }
    }
}
