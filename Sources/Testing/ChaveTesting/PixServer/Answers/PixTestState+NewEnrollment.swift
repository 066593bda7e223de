import ChaveBase
import ChavePixModel

extension PixTestState {
    /// Creates an enrollment that waits for the person's agreement at the bank, unless the bank ends it at once.
    func newEnrollment(
        _ body: CreateEnrollmentRequest,
        _ customer: CustomerID,
        _ device: String,
        _ moment: Moment
    ) -> TestEnrollment {
        var made = TestEnrollment(
            resource: resource(of: body, customer, moment),
            device: device,
            state: Base64URL.encode(random.bytes(32)),
            code: Base64URL.encode(random.bytes(16)),
            idToken: "\(Base64URL.encode(random.bytes(12))).\(Base64URL.encode(random.bytes(24))).x"
        )
        made.deadline = moment.after(seconds: 15 * 60)
        if !bank.acceptsRiskSignals {
            made.resource.details.redirectURL = nil
            made.end(.failed, .riskSignalsRejected, at: moment.timestamp)
        } else if bank.redirection == .straightBack {
            made.isApproved = true
            made.resource.details.redirectURL = PixTestState.callbackURL(of: made, made.approval)
        }
        return made
    }

    private func resource(
        of body: CreateEnrollmentRequest,
        _ customer: CustomerID,
        _ moment: Moment
    ) -> EnrollmentResource {
        let id: EnrollmentID = newID(moment)
        var resource = EnrollmentResource(
            id: id,
            createdBy: PixTestServer.merchant.text,
            createdAt: moment.timestamp,
            updatedAt: moment.timestamp,
            status: .pending,
            externalID: body.externalID,
            metadata: body.metadata ?? Metadata(),
            details: EnrollmentDetails(
                status: .awaitingAccountHolderValidation,
                customer: customer,
                institution: body.institution,
                platform: body.platform,
                name: body.name,
                callbackURL: body.callbackURL.text,
                redirectURL: "https://bank.chave.test/authorize?enrollment=\(id.text)",
                deviceID: body.riskSignals.deviceId
            )
        )
        resource.createdByType = .sdk
        return resource
    }
}
