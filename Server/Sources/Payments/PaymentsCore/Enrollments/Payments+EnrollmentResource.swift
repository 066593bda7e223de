import ChaveBase
import ChavePixModel
import ChaveWire

extension Payments {
    /// The enrollment as answers show it to this caller (Payments API, section 4).
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
            redirectURL: enrollment.redirectURL,
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

extension Metadata {
    /// From the text that was stored; empty when there was none.
    init(storedText text: String?) {
        self.init()
        guard let object = text.flatMap({ try? JSONValue(parsing: $0) })?.object else { return }
        for (name, value) in object.members { self[name] = value.string }
    }
}

extension StatusReasonCode {
    /// What happened and what to do, where the bank has not said it in its own words.
    var sentence: String {
        switch self {
        case .riskSignalsRejected: "The institution did not accept the device. Try another institution."
        case .redirectionFailed: "The way back from the institution failed. Start again."
        case .rejectedByUser: "The enrollment was refused or given up. Start again when the payer wants to."
        case .expired: "Too much time passed. Start again."
        case .tooManyChallenges: "The institution allows no further try for this enrollment. Start again."
        case .deviceIncompatible: "The device cannot make the credential that the institution asks for."
        case .institutionUnavailable: "The institution did not answer in time. Try again later."
        case .institutionPolicy: "The institution does not allow this enrollment."
        case .fidoFailed: "The institution could not verify the credential. Start again."
        case .holderMismatch: "Somebody else approved at the institution. Start again with the payer's own account."
        case .revokedByUser: "The payer ended the enrollment."
        case .revokedByInstitution: "The institution ended the enrollment."
        case .validityExpired: "The enrollment was valid until its date. Enroll again."
        default: "The institution gave no reason."
        }
    }
}
