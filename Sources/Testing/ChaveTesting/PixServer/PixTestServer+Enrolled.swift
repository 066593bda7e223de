public import ChaveBase
public import ChaveDeviceKeys
import ChavePix
public import ChavePixModel
import ChaveTransport
import ChaveWebAuthn

extension PixTestServer {
    /// The default payer of ``enroll(_:_:payer:)``: the person with the CPF 529.982.247-25.
    public static let payer: TaxIdentifier = {
        guard let payer = TaxIdentifier(punctuated: "529.982.247-25") else {
            preconditionFailure("a constant is no CPF")
        }
        return payer
    }()

    /// Enrolls a device at the first bank in advance, for tests that begin at the payment.
    ///
    /// Afterwards the server has a SUCCEEDED enrollment, the authenticator its credential, and `store` the values that
    /// identify the device. No request is made and no person is asked. Give both to `PixConfiguration.testing`:
    ///
    /// ```swift
    /// let enrollment = try server.enroll(authenticator, store)
    /// let client = PixClient(configuration: .testing(server, authenticator: authenticator, secretStore: store))
    /// ```
    ///
    /// - Throws: ``PixTestMisuse`` when the server has no bank, or the store fails.
    @discardableResult
    public func enroll(
        _ authenticator: TestAuthenticator,
        _ store: any SecretStore,
        payer: TaxIdentifier = PixTestServer.payer
    ) throws(PixTestMisuse) -> EnrollmentID {
        guard let institution = institutions.first(where: \.active) else {
            throw PixTestMisuse("This server has no bank to enroll at.")
        }
        let values = DeviceValues(store: store, random: { [state] count in state.withLock { $0.random.bytes(count) } })
        let userHandle = state.withLock { $0.random.bytes(32) }
        guard let header = try? values.header(), let identifier = try? values.identifier(),
            let credential = authenticator.addCredential(PixTestState.relyingParty.id, userHandle)
        else { throw PixTestMisuse("The device's store fails.") }
        let moment = PixTestState.Moment(clock)
        return change { state in
            let customer = state.knownCustomer(payer)
            let made = state.enrolled(customer.id, institution.id, (header, identifier), moment)
            state.enrollments.append(made)
            state.enrollments[state.enrollments.count - 1].credential = credential
            return made.resource.id
        }
    }
}

extension PixTestState {
    /// A finished enrollment.
    fileprivate func enrolled(
        _ customer: CustomerID,
        _ institution: InstitutionID,
        _ device: (header: String, identifier: String),
        _ moment: Moment
    ) -> TestEnrollment {
        var resource = EnrollmentResource(
            id: newID(moment),
            createdBy: PixTestServer.merchant.text,
            createdAt: moment.timestamp,
            updatedAt: moment.timestamp,
            status: .succeeded,
            details: EnrollmentDetails(
                status: .authorised,
                customer: customer,
                institution: institution,
                platform: .ios,
                callbackURL: "https://shop.example/callback",
                deviceID: device.identifier
            )
        )
        resource.createdByType = .sdk
        return TestEnrollment(resource: resource, device: device.header, state: "", code: "", idToken: "")
    }
}
