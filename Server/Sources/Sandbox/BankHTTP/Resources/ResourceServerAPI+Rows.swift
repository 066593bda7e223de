import ChavePixModel
import HTTPKernel
import InstitutionPort

extension ResourceServerAPI {
    static let rows: [Route<ResourceServerAPI>] =
        enrollments + payments(.payments5) + payments(.payments4)

    private static let enrollments: [Route<ResourceServerAPI>] = [
        row("POST", .enrollments, "/enrollments", .init(.createEnrollment), "createEnrollment", 201),
        row(
            "GET",
            .enrollments,
            "/enrollments/{enrollmentId}",
            .init(.readEnrollment, hasBody: false),
            "readEnrollment"
        ),
        row("PATCH", .enrollments, "/enrollments/{enrollmentId}", .init(.endEnrollment), "endEnrollment", 204),
        row(
            "POST",
            .enrollments,
            "/enrollments/{enrollmentId}/risk-signals",
            .init(.sendRiskSignals),
            "sendRiskSignals",
            204
        ),
        row(
            "POST",
            .enrollments,
            "/enrollments/{enrollmentId}/fido-registration-options",
            .init(.registrationOptions, byEnrollment: true),
            "createRegistrationOptions",
            201
        ),
        row(
            "POST",
            .enrollments,
            "/enrollments/{enrollmentId}/fido-registration",
            .init(.register, byEnrollment: true),
            "registerCredential",
            204
        ),
        row(
            "POST",
            .enrollments,
            "/enrollments/{enrollmentId}/fido-sign-options",
            .init(.signOptions),
            "createSignOptions",
            201
        ),
        row(
            "POST",
            .enrollments,
            "/consents/{consentId}/authorise",
            .init(.authoriseConsent, byEnrollment: true),
            "authoriseConsent",
            204
        ),
    ]

    private static func payments(_ version: WireVersion) -> [Route<ResourceServerAPI>] {
        [
            row("POST", version, "/consents", .init(.createConsent, mostErrors: 3), "createConsent", 201),
            row("GET", version, "/consents/{consentId}", .init(.readConsent, hasBody: false), "readConsent"),
            row(
                "POST",
                version,
                "/pix/payments",
                .init(.createPayment, byEnrollment: true, mostErrors: 9),
                "createPayment",
                201
            ),
            row("GET", version, "/pix/payments/{paymentId}", .init(.readPayment, hasBody: false), "readPayment"),
            row("PATCH", version, "/pix/payments/{paymentId}", .init(.cancelPayment), "cancelPayment"),
            row(
                "GET",
                version,
                "/consents/{consentId}/pix/payments",
                .init(.listPayments, hasBody: false),
                "listPayments",
                query: days
            ),
            version == .payments5
                ? row(
                    "PATCH",
                    version,
                    "/consents/{consentId}/pix/payments",
                    .init(.cancelPayments),
                    "cancelPayments",
                    202
                )
                : row("PATCH", version, "/pix/payments/consents/{consentId}", .init(.cancelPayments), "cancelPayments"),
        ]
    }

    /// The days whose payments a list has, both inclusive.
    private static let days = [
        Field("startDate", .text(longest: 10), .optional, "The first day, YYYY-MM-DD."),
        Field("endDate", .text(longest: 10), .optional, "The last day, YYYY-MM-DD."),
    ]

    private static func row(
        _ method: String,
        _ version: WireVersion,
        _ path: String,
        _ operation: WireOperation,
        _ name: String,
        _ status: Int = 200,
        query: [Field] = []
    ) -> Route<ResourceServerAPI> {
        let isRead = method == "GET"
        let isApproval = operation.operation == .createPayment || operation.operation == .authoriseConsent
        return Route(
            method,
            version.base + path,
            for: operation.takesEnrollmentToken,
            RouteText(name, operation.operation.rawValue),
            query: query,
            answers: status == 204 || status == 202
                ? RouteAnswer(status: status, .none)
                : RouteAnswer(status: status, .other(mediaType: "application/jwt")),
            terms: ResourceTerms(
                operation: operation,
                version: version,
                kind: isRead ? .read : isApproval ? .approval : .write
            ),
            .atOnce { try await $0.answer() }
        )
    }
}
