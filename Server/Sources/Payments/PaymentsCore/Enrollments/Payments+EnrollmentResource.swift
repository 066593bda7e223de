import ChaveBase
import ChavePixModel
import ChaveWire
import PaymentsModel

extension Payments {
    /// The enrollment as responses show it to this caller (Payments API, section 4).
    func resource(of enrollment: Enrollment, for caller: Caller) -> EnrollmentResource {
        var resource = EnrollmentResource(
            id: enrollment.id,
            createdBy: enrollment.createdBy.apiKey.text,
            createdAt: enrollment.createdAt,
            updatedAt: enrollment.updatedAt,
            status: enrollment.status,
            statusReasonCode: enrollment.end?.reason,
            statusReasonMessage: enrollment.endMessage,
            externalID: enrollment.externalID,
            metadata: Metadata(storedText: enrollment.metadata),
            details: details(of: enrollment, customer: shown(enrollment.customer, to: caller))
        )
        resource.createdByType = enrollment.createdBy.type
        return resource
    }

    func details(of enrollment: Enrollment, customer: CustomerID) -> EnrollmentDetails {
        EnrollmentDetails(
            status: enrollment.detailedStatus,
            customer: customer,
            institution: enrollment.institution,
            platform: enrollment.platform,
            name: enrollment.name,
            callbackURL: enrollment.callbackURL,
            redirectURL: enrollment.needsRedirect(at: world.deadlineNow()) ? nil : enrollment.redirectURL,
            expiresAt: enrollment.bank?.expiresAt,
            deviceID: enrollment.deviceID,
            transactionLimit: enrollment.bank?.transactionLimit?.decimal,
            dailyLimit: enrollment.bank?.dailyLimit?.decimal,
            payerInformation: payerInformation(of: enrollment)
        )
    }

    func payerInformation(of enrollment: Enrollment) -> PayerInformation? {
        enrollment.bank?.account.map { account in
            PayerInformation(
                institutionID: enrollment.institution,
                agency: account.agency,
                number: account.maskedNumber,
                accountType: AccountType(rawValue: account.type)
            )
        }
    }
}
