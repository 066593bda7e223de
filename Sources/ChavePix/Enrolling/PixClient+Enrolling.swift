public import ChaveDeviceKeys
public import ChavePixModel
import ChaveTransport
import ChaveWire
import Crypto

extension PixClient {
    /// Asks the bank for an enrollment of this device; its `details.redirectURL` is where the person approves it.
    public func createEnrollment(_ new: NewEnrollment) async throws(PixError) -> EnrollmentResource {
        let signals = try await collectRiskSignals(accountTenure: new.accountTenure)
        return try await run(.createEnrollment) { [self] () async throws(PixError) in
            var request = CreateEnrollmentRequest(
                externalID: new.externalID,
                customer: new.customer,
                institution: new.institution,
                name: new.name,
                platform: configuration.signalCollector.platform,
                callbackURL: new.callbackURL,
                riskSignals: signals
            )
            if new.name == nil { request.name = try await institution(new.institution).displayName }
            let kept = fresh(
                .createEnrollment,
                "/enrollments/",
                request.json,
                content: PixClient.content(of: request, new)
            )
            return try decode(EnrollmentResource.self, try await poster.send(kept))
        }
    }

    /// Signals differ from moment to moment; the rest says whether the app asks for the same again.
    private static func content(of request: CreateEnrollmentRequest, _ new: NewEnrollment) -> [UInt8] {
        let asked: JSONValue = [
            "customer": request.customer.json,
            "institution": .string(request.institution.text),
            "callback": .string(request.callbackURL.text),
            "tenure": .string(new.accountTenure),
            "external_id": JSONValue(request.externalID),
        ]
        return Array(SHA256.hash(data: asked.encoded()))
    }

    /// Hands on what the bank sent back with the person, read from the URL that it called.
    public func completeRedirection(callbackURL: String) async throws(PixError) -> EnrollmentResource {
        do {
            return try await completeRedirection(try RedirectionParameters(callback: callbackURL))
        } catch let errors as FieldErrors {
            throw PixError(local: errors)
        } catch let error as PixError {
            throw error
        } catch {
            throw PixError.invalid("callbackUrl", "Hand over the URL that the bank called, unchanged.")
        }
    }

    /// Hands on what the bank sent back with the person, a code or a refusal.
    public func completeRedirection(
        _ parameters: RedirectionParameters
    ) async throws(PixError) -> EnrollmentResource {
        try await run(.completeRedirection) { [self] () async throws(PixError) in
            let body = CompleteRedirectionRequest(parameters: parameters).json
            let kept = fresh(
                .completeRedirection,
                "/enrollments/complete-redirection/",
                body,
                content: Array(SHA256.hash(data: body.encoded()))
            )
            return try decode(EnrollmentResource.self, try await poster.send(kept))
        }
    }

    /// Waits for what the bank wants the device to make.
    ///
    /// Throws `.enrollmentEnded` once there will be none, `.timedOut` when the wait is over.
    public func registrationOptions(
        _ enrollment: EnrollmentID
    ) async throws(PixError) -> RegistrationOptions {
        try await run(.registrationOptions) { [self] () async throws(PixError) in
            try await waiter.wait(configuration.polling.registrationOptions) { seconds async throws(PixError) in
                try await askForOptions(enrollment, seconds)
            }
        }
    }

    private func askForOptions(
        _ enrollment: EnrollmentID,
        _ seconds: Int64
    ) async throws(PixError) -> Waiter.Answer<RegistrationOptions> {
        let path = "/enrollments/\(enrollment.text)/fido-registration-options/"
        do {
            return .arrived(
                try decode(RegistrationOptions.self, try await ask(.get(path, preferredWaitSeconds: seconds)))
            )
        } catch  where error.items.contains(where: { $0.code == .notReady }) {
            return .notYet(retryAfterMilliseconds: error.retryAfterMilliseconds)
        } catch  where error.code == .conflict {
            throw PixError(
                .enrollmentEnded,
                "The enrollment has ended; begin a new one. \(error.message)",
                items: error.items,
                status: error.status
            )
        }
    }

    /// Asks the person and makes the device's credential.
    public func makeCredential(
        _ options: CredentialCreationOptions
    ) async throws(PixError) -> CreatedCredential {
        try await run(.makeCredential) { [self] () async throws(PixError) in
            do throws(DeviceKeyError) {
                return try await configuration.authenticator.makeCredential(options)
            } catch {
                throw PixError(authenticator: error)
            }
        }
    }

    /// Asks the person and makes the device's credential.
    public func makeCredential(_ options: RegistrationOptions) async throws(PixError) -> CreatedCredential {
        let creation: CredentialCreationOptions
        do {
            creation = try CredentialCreationOptions(json: options.json)
        } catch {
            throw PixError(authenticator: error)
        }
        return try await makeCredential(creation)
    }

    /// Hands the credential to the bank and waits for its verdict, which the enrollment's status tells.
    ///
    /// Throws `.timedOut` when the bank has not decided in time, `.outcomeUnknown` when it cannot be learned whether the
    /// credential has arrived.
    public func confirmEnrollment(
        _ enrollment: EnrollmentID,
        _ credential: CreatedCredential
    ) async throws(PixError) -> EnrollmentResource {
        try await run(.confirmEnrollment) { [self] () async throws(PixError) in
            let request = ConfirmEnrollmentRequest(
                confirmationData: RegistrationCredential(
                    rawID: credential.id,
                    authenticatorAttachment: credential.authenticatorAttachment,
                    attestationObject: credential.attestationObject,
                    clientDataJSON: credential.clientDataJSON
                )
            )
            let kept = fresh(
                .confirmEnrollment,
                "/enrollments/\(enrollment.text)/confirm/",
                request.json,
                about: .enrollment(enrollment)
            )
            do throws(PixError) {
                _ = try await poster.send(kept)
            } catch  where error.code == .outcomeUnknown {
                return try await settled(enrollment, .confirmEnrollment, else: error)
            }
            return try await verdict(on: enrollment, key: kept.idempotencyKey)
        }
    }

    /// What the enrollment says after a call whose answer was lost; `error` when it says nothing.
    func settled(
        _ enrollment: EnrollmentID,
        _ operation: PendingRequest.Operation,
        else error: PixError
    ) async throws(PixError) -> EnrollmentResource {
        guard let read = try? await readEnrollment(enrollment), read.status != .pending else { throw error }
        await stored.settle(operation, .enrollment(enrollment))
        return read
    }

    private func verdict(on enrollment: EnrollmentID, key: String) async throws(PixError) -> EnrollmentResource {
        do {
            return try await waiter.wait(configuration.polling.enrollment) { seconds async throws(PixError) in
                let path = "/enrollments/\(enrollment.text)/"
                let response = try await ask(.get(path, preferredWaitSeconds: seconds))
                let read = try decode(EnrollmentResource.self, response)
                return read.status == .pending ? .notYet(retryAfterMilliseconds: nil) : .arrived(read)
            }
        } catch  where error.code == .cancelled {
            throw PixError.accepted(.confirmEnrollment, .enrollment(enrollment), key: key)
        }
    }

    public func enrollment(_ id: EnrollmentID) async throws(PixError) -> EnrollmentResource {
        try await run(.readEnrollment) { [self] () async throws(PixError) in try await readEnrollment(id) }
    }

    func readEnrollment(_ id: EnrollmentID) async throws(PixError) -> EnrollmentResource {
        try decode(EnrollmentResource.self, try await get(.get("/enrollments/\(id.text)/")))
    }

    /// The enrollments of a device, all pages, newest first.
    public func enrollments(deviceID: String) async throws(PixError) -> [EnrollmentResource] {
        try await run(.listEnrollments) { [self] () async throws(PixError) in
            try await all(
                EnrollmentResource.self,
                "/enrollments/",
                query: [("device_id", deviceID), ("page_size", "100")]
            )
        }
    }

    /// Ends the enrollment, here and at the bank.
    public func cancelEnrollment(_ id: EnrollmentID) async throws(PixError) -> EnrollmentResource {
        try await run(.cancelEnrollment) { [self] () async throws(PixError) in
            let kept = fresh(.cancelEnrollment, "/enrollments/\(id.text)/cancel/", [:], about: .enrollment(id))
            return try decode(EnrollmentResource.self, try await poster.send(kept))
        }
    }
}

extension PixError {
    /// The server has taken the call, and its end was not waited for or cannot be read.
    static func accepted(
        _ operation: PendingRequest.Operation,
        _ resource: UnknownOutcome.Resource,
        key: String
    ) -> PixError {
        PixError(
            .outcomeUnknown,
            "The server has accepted the call; read the object to learn its end, and do not start it again.",
            unknownOutcome: UnknownOutcome(
                operation: operation,
                idempotencyKey: key,
                read: resource,
                isAccepted: true
            )
        )
    }
}
