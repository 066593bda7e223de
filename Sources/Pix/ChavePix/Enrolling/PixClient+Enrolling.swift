public import ChaveBase
public import ChaveDeviceKeys
public import ChavePixModel
import ChaveTransport
import ChaveWire
import Crypto

extension PixClient {
    /// Asks the bank for an enrollment of this device; the person approves it at `details.redirectURL`.
    ///
    /// After `.outcomeUnknown`, the same request uses the same key again, for six days.
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
            return try await poster.send(kept) { response throws(PixError) in
                try decode(EnrollmentResource.self, response)
            }.result.get()
        }
    }

    /// A digest of customer, institution, callback URL, tenure and external id; an equal digest means that the app asks
    /// for the same again.
    ///
    /// The signals are not part of the digest, because they change all the time.
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

    /// Sends the bank's parameters to the server, read from the URL that the bank called.
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

    /// Sends the bank's parameters to the server: a code or a refusal.
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
            return try await poster.send(kept) { response throws(PixError) in
                try decode(EnrollmentResource.self, response)
            }.result.get()
        }
    }

    /// Waits for the bank's options for the device's credential.
    ///
    /// Throws `.enrollmentEnded` when the enrollment has ended. Throws `.conflict` when the enrollment has its
    /// credential already, for example after a `confirm` whose response was lost. Throws `.timedOut` when the wait is
    /// over.
    public func registrationOptions(
        _ enrollment: EnrollmentID
    ) async throws(PixError) -> RegistrationOptions {
        try await run(.registrationOptions) { [self] () async throws(PixError) in
            try await waiter.wait(configuration.polling.registrationOptions) { turn async throws(PixError) in
                try await askForOptions(enrollment, turn)
            }
        }
    }

    private func askForOptions(
        _ enrollment: EnrollmentID,
        _ turn: Waiter.Turn
    ) async throws(PixError) -> Waiter.Answer<RegistrationOptions> {
        let path = "/enrollments/\(enrollment.text)/fido-registration-options/"
        do {
            return .arrived(try decode(RegistrationOptions.self, try await ask(.get(path, turn))))
        } catch  where error.items.contains(where: { $0.code == .notReady }) {
            return .notYet(Waiter.Told(retryAfterMilliseconds: error.retryAfterMilliseconds))
        } catch  where error.code == .conflict {
            throw withoutOptions(try await readEnrollment(enrollment, before: turn.deadline), error)
        }
    }

    /// The error of a refusal: the server refuses in the same way when no options will come and when none are needed
    /// any more.
    private func withoutOptions(_ enrollment: EnrollmentResource, _ refusal: PixError) -> PixError {
        let hasEnded = [.failed, .canceled].contains(enrollment.status)
        let advice =
            hasEnded ? "The enrollment has ended; begin a new one." : "Read the enrollment: it is not to be begun anew."
        return PixError(
            hasEnded ? .enrollmentEnded : .conflict,
            "\(advice) \(refusal.message)",
            items: refusal.items,
            status: refusal.status
        )
    }

    /// Asks the person and makes the device's credential.
    ///
    /// On a native platform, it throws `.authenticator` when the authenticator leaves out `authenticatorAttachment`:
    /// banks accept from an app only a credential on the device.
    public func makeCredential(
        _ options: CredentialCreationOptions
    ) async throws(PixError) -> CreatedCredential {
        try await run(.makeCredential) { [self] () async throws(PixError) in
            let made: CreatedCredential
            do throws(DeviceKeyError) {
                made = try await configuration.authenticator.makeCredential(options)
            } catch {
                throw PixError(authenticator: error)
            }
            try requireAttachment(made.authenticatorAttachment)
            return made
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

    /// Reads an enrollment.
    public func enrollment(_ id: EnrollmentID) async throws(PixError) -> EnrollmentResource {
        try await run(.readEnrollment) { [self] () async throws(PixError) in try await readEnrollment(id) }
    }

    func readEnrollment(
        _ id: EnrollmentID,
        before deadline: Int64? = nil
    ) async throws(PixError) -> EnrollmentResource {
        try decode(EnrollmentResource.self, try await get(.get("/enrollments/\(id.text)/", before: deadline)))
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
            try await poster.send(cancel(id)) { response throws(PixError) in
                try decode(EnrollmentResource.self, response)
            }.result.get()
        }
    }

    /// Cancels by the client's own decision, and only now: a stored request could end a good enrollment after a
    /// restart.
    func cancelForNow(_ id: EnrollmentID, before deadline: Int64) async throws(PixError) -> EnrollmentResource {
        try await run(.cancelEnrollment) { [self] () async throws(PixError) in
            let request = cancel(id)
            return try await poster.sendOnly(request, mayHaveReached: false, before: deadline) {
                response throws(PixError) in
                try decode(EnrollmentResource.self, response)
            }
        }
    }

    private func cancel(_ id: EnrollmentID) -> StoredRequest {
        fresh(.cancelEnrollment, "/enrollments/\(id.text)/cancel/", [:], about: .enrollment(id))
    }
}
