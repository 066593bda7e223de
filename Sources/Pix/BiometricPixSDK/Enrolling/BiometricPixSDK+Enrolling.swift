import ChaveBase
import ChaveDeviceKeys
import ChavePix
import ChavePixModel
import ChaveWire
import Dispatch

extension BiometricPixSDK {
    /// The banks that support biometric payments, all pages.
    ///
    /// Blocks; `client.institutions()` does not.
    public func getPaymentInstitutions() throws -> [Institution] {
        try call(afterLeftovers: false) { client async throws(PixError) in
            try await client.institutions()
        }.map(Institution.init)
    }

    /// Asks for permission to use the person's location, and calls back once, on the callback queue.
    ///
    /// False is not fatal: signals then go without a place.
    public func requestPermission(_ onResult: @escaping (Bool) -> Void) {
        let carried = Carried(value: onResult)
        let queue = callbackQueue
        Task.detached { [client] in
            let isGranted = (try? await client.requestPermission()) ?? false
            queue.async { carried.value(isGranted) }
        }
    }

    /// Collects the risk signals and asks the bank for an enrollment; send the person to its `redirectUrl`.
    ///
    /// `cpf` may have punctuation; `institution` is an id; `accountTenure` is the day on which the customer was
    /// created, `YYYY-MM-DD`.
    ///
    /// Blocks; `client.createEnrollment(_:)` does not.
    public func createEnrollment(
        cpf: String,
        institution: String,
        accountTenure: String,
        callbackUrl: String
    ) throws -> Enrollment {
        guard let identifier = TaxIdentifier(punctuated: cpf), identifier.kind == .cpf else {
            throw BiometricPixSDKError.invalid("cpf", "Send a CPF whose check digits are right.")
        }
        guard let institution = InstitutionID(institution) else {
            throw BiometricPixSDKError.invalid("institution", "Send the id of an institution.")
        }
        guard let callback = CallbackURL(callbackUrl, rules: .sandbox) else {
            throw BiometricPixSDKError.invalid("callbackUrl", "Send an absolute URL without a fragment.")
        }
        let new = NewEnrollment(
            customer: .person(identifier: identifier, name: nil, externalID: nil),
            institution: institution,
            accountTenure: accountTenure,
            callbackURL: callback
        )
        return try enrollment { client throws(PixError) in try await client.createEnrollment(new) }
    }

    /// Sends the bank's parameters to the server, from the URL that the bank called, with a code or an error.
    ///
    /// Blocks; `client.completeRedirection(callbackURL:)` does not.
    public func completeEnrollmentAfterRedirection(callbackUrl: String) throws -> Enrollment {
        try enrollment { client throws(PixError) in try await client.completeRedirection(callbackURL: callbackUrl) }
    }

    /// Sends the bank's parameters to the server.
    ///
    /// Blocks; `client.completeRedirection(_:)` does not.
    public func completeEnrollmentAfterRedirection(state: String, code: String, idToken: String) throws -> Enrollment {
        let parameters = RedirectionParameters(state: state, outcome: .approved(code: code, idToken: idToken))
        return try enrollment { client throws(PixError) in try await client.completeRedirection(parameters) }
    }

    /// Waits up to five minutes for the bank's options for the device's credential.
    ///
    /// Returns `nil` when the wait is over. Returns `nil` at once when the enrollment has ended, the token is refused,
    /// or `cleanup()` was called.
    ///
    /// Blocks; `client.registrationOptions(_:)` does not.
    public func getFidoRegistrationOptions(enrollmentId: String) -> FidoRegistrationOptions? {
        guard let id = EnrollmentID(enrollmentId) else { return nil }
        return answer(afterLeftovers: false) { client in
            try? await client.registrationOptions(id)
        }.map(FidoRegistrationOptions.init)
    }

    /// Asks the person and makes the device's credential; returns at once, and calls back once.
    ///
    /// Throws only for unreadable options, or after `cleanup()`.
    public func startRegistration(fidoResponseString: String, callback: any FidoRegistrationCallback) throws {
        guard !client.isClosed else { throw BiometricPixSDKError.closed }
        let options: CredentialCreationOptions
        do {
            options = try CredentialCreationOptions(json: try JSONValue(parsing: fidoResponseString))
        } catch {
            throw BiometricPixSDKError.unreadableOptions(error)
        }
        let carried = Carried(value: callback)
        let queue = callbackQueue
        Task.detached { [client] in
            do throws(PixError) {
                let created = try await client.makeCredential(options)
                queue.async {
                    carried.value.onSuccess(
                        credential: PublicKeyCredential(created),
                        response: AuthenticatorAttestationResponse(created)
                    )
                }
            } catch {
                queue.async { carried.value.onError(error: error.told(in: .device)) }
            }
        }
    }

    /// Sends the new credential to the bank and waits up to two minutes for the bank's verdict.
    ///
    /// Returns true when the enrollment is SUCCEEDED; `lastOutcome` distinguishes a refusal from an unknown outcome.
    ///
    /// Blocks; `client.confirmEnrollment(_:_:)` does not.
    public func confirmEnrollment(
        enrollmentId: String,
        credential: PublicKeyCredential,
        response: AuthenticatorAttestationResponse
    ) -> Bool {
        let created = try? CreatedCredential(
            id: credential.id,
            attestationObject: response.attestationObject,
            clientDataJSON: response.clientDataJSON,
            attachment: credential.authenticatorAttachment
        )
        return confirmEnrollment(enrollmentId, created)
    }

    /// The same, with the credential in one value.
    ///
    /// Blocks; `client.confirmEnrollment(_:_:)` does not.
    public func confirmEnrollment(enrollmentId: String, response: AttestationResponse) -> Bool {
        let created = try? CreatedCredential(
            id: response.encodedId,
            attestationObject: response.encodedAttestationObject,
            clientDataJSON: response.encodedClientDataJSON,
            attachment: "platform"
        )
        return confirmEnrollment(enrollmentId, created)
    }

    private func confirmEnrollment(
        _ enrollmentId: String,
        _ created: CreatedCredential?,
        _ name: StaticString = "confirmEnrollment"
    ) -> Bool {
        guard let id = EnrollmentID(enrollmentId), let created else {
            return isAccepted(.refused(PixError.unusable(created == nil ? "credential" : "enrollmentId")))
        }
        return isAccepted(answer(name) { client in await client.settleConfirmation(id, created) })
    }

    /// One enrollment, with its bank.
    ///
    /// Blocks; `client.enrollment(_:)` does not.
    public func getEnrollment(enrollmentId: String) throws -> Enrollment {
        guard let id = EnrollmentID(enrollmentId) else {
            throw BiometricPixSDKError.invalid("enrollmentId", "Send the id of an enrollment.")
        }
        return try enrollment { client throws(PixError) in try await client.enrollment(id) }
    }

    /// The enrollments of a device, all pages, each with its bank.
    ///
    /// Blocks; `client.enrollments(deviceID:)` does not.
    public func listEnrollments(deviceId: String) throws -> [Enrollment] {
        let (found, institutions) = try call { client async throws(PixError) in
            let found = try await client.enrollments(deviceID: deviceId)
            return (found, await client.institutions(of: found))
        }
        return found.map { Enrollment($0, institution: institutions[$0.details.institution]) }
    }

    private func enrollment(
        _ name: StaticString = #function,
        _ work: @escaping @Sendable (PixClient) async throws(PixError) -> EnrollmentResource
    ) throws(BiometricPixSDKError) -> Enrollment {
        let (found, institutions) = try call(name) { client async throws(PixError) in
            let found = try await work(client)
            return (found, await client.institutions(of: [found]))
        }
        return Enrollment(found, institution: institutions[found.details.institution])
    }
}

extension BiometricPixSDKError {
    static var closed: BiometricPixSDKError {
        BiometricPixSDKError(PixError(.closed, "The SDK was cleaned up; make a new one."))
    }

    static func unreadableOptions(_ error: any Error) -> BiometricPixSDKError {
        let reason = (error as? DeviceKeyError)?.message ?? "they are not JSON"
        return .invalid("fidoResponseString", "The options cannot be read: \(reason).")
    }
}
