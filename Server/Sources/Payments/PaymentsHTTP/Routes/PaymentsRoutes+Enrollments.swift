import ChaveBase
import ChavePixModel
import ChaveWire
import HTTPKernel
import PaymentsCore
import PaymentsModel

extension PaymentsRoutes {
    var enrollmentRows: [Route] { [createEnrollment, listEnrollments, completeRedirection] + oneEnrollmentRows }

    private var createEnrollment: Route {
        Route(
            .post("/enrollments/", for: .merchantOrDevice),
            .text(
                "createEnrollment",
                .enrollments,
                "Asks the payer's bank for a tie between device, payer and account.",
                more:
                    "Open details.redirect_url for the payer. Signals that the bank refuses end the enrollment: FAILED. "
                    + "A device has at most \(DeviceLimits.openEnrollments) enrollments PENDING, the tokens of one family or bound "
                    + "customer \(DeviceLimits.openEnrollmentsOfGrant), and \(DeviceLimits.enrollmentsADayOfGrant) within a day: 409. "
                    + "\(PaymentsRoutes.deviceNotes)"
            ),
            takes: .body(CreateEnrollmentRequest.self),
            answers: .created(EnrollmentResource.self),
            refuses: [.doesNotExist, .conflict, .institutionUnavailable]
        ) { [payments] context async throws(APIFailure) in
            let rules: CallbackURL.Rules = payments.policy.isSandbox ? .sandbox : .production
            let request = try context.message(CreateEnrollmentRequest.self, in: SchemaContext(callbackRules: rules))
            let idempotency = try context.idempotency()
            return .api(try await payments.createEnrollment(request, by: try context.caller, idempotency: idempotency))
        }
    }

    private var listEnrollments: Route {
        Route(
            .get("/enrollments/", for: .merchantOrDevice),
            .text(
                "listEnrollments",
                .enrollments,
                "Lists enrollments, newest first.",
                more: "With a device token device_id is required, and only status and institution may be added."
            ),
            query: Paging.fields + PaymentsRoutes.enrollmentFilters,
            merchantQuery: PaymentsRoutes.merchantEnrollmentFilters,
            answers: .page(of: EnrollmentResource.self),
            refuses: [.required]
        ) { [payments] context async throws(APIFailure) in
            let caller = try context.caller
            var query = try query(context)
            return try await Paging(context).answer(id: \.id.ofAnyKind) { page async throws(APIFailure) in
                query.page = page
                return try await payments.enrollments(
                    query,
                    customerIdentifier: context.query[PaymentsRoutes.customerNumber.name],
                    for: caller
                )
            }
        }
    }

    /// The documentation of the smaller limits for a device's token.
    static let deviceNotes =
        "With a device's token metadata has at most \(DeviceLimits.metadataBytes) bytes as JSON, and "
        + "customer no external_id."

    private static let enrollmentFilters = [
        Field("device_id", .text(longest: 255), .optional, "The deviceId of the risk signals."),
        Field("status", .enumeration(EnrollmentStatus.all.map(\.rawValue)), .optional, "Where the enrollment stands."),
        Field("institution", .uuid, .optional, "The payer's bank."),
    ]

    private static let merchantEnrollmentFilters = [
        Field("customer", .uuid, .optional, "The payer."), customerNumber,
        Field("external_id", .text(longest: 255), .optional, "The merchant's own id."),
    ]

    /// The filter by a payer's number, for each list that filters by payer.
    static let customerNumber = Field(
        "customer__identifier",
        .text(.taxIdentifier),
        .optional,
        "The payer's CPF or CNPJ."
    )

    private func query(_ context: RequestContext) throws(APIFailure) -> EnrollmentQuery {
        var query = EnrollmentQuery()
        query.deviceID = context.query["device_id"]
        query.status = context.query["status"]
        query.institution = try context.query.id("institution")
        if try context.caller.device != nil {
            guard query.deviceID != nil else {
                throw .field(.required, "device_id", "Give the deviceId of the risk signals as device_id.")
            }
        }
        query.customer = try context.query.id("customer")
        query.externalID = context.query["external_id"]
        return query
    }

    private var completeRedirection: Route {
        Route(
            .post("/enrollments/complete-redirection/", for: .merchantOrDevice),
            .text(
                "completeRedirection",
                .enrollments,
                "Hands over the parameters that the bank's callback carried.",
                more: "The same parameters again get the same answer; a state that is unknown is 404. With API keys "
                    + "enrollment is required, unless the organisation has unbound_callbacks on: then the answer has a Warning."
            ),
            takes: .body(CompleteRedirectionRequest.self),
            answers: .ok(EnrollmentResource.self),
            refuses: [.notFound, .conflict, .institutionUnavailable]
        ) { [payments] context async throws(APIFailure) in
            let request = try context.message(CompleteRedirectionRequest.self)
            let (caller, idempotency) = (try context.caller, try context.idempotency())
            var answer = ServerAnswer.api(
                try await payments.completeRedirection(request, by: caller, idempotency: idempotency)
            )
            if request.isUnbound(by: caller) { answer.headers.append(PaymentsRoutes.unboundCallbackWarning) }
            return answer
        }
    }

    /// A warning header (RFC 7234, section 5.5): 299 is a persistent warning, with a name instead of a host.
    private static let unboundCallbackWarning = (
        name: "Warning",
        value: #"299 chave "taken without enrollment: in production send the enrollment of the person's own session""#
    )

    private var oneEnrollmentRows: [Route] {
        [
            Route(
                .get("/enrollments/{id}/", for: .merchantOrDevice),
                .text("getEnrollment", .enrollments, "Gives one enrollment."),
                answers: .ok(EnrollmentResource.self),
                holds: { [payments] context throws(APIFailure) in
                    try context.held(
                        payments.enrollment(
                            context.id(),
                            for: context.caller,
                            if: context.condition,
                            proving: context.proveAgain
                        )
                    )
                }
            ),
            Route(
                .get("/enrollments/{id}/fido-registration-options/", for: .merchantOrDevice),
                .text(
                    "getRegistrationOptions",
                    .enrollments,
                    "Gives what the device's authenticator is asked for.",
                    more: "404 not_ready until the bank has them; 409 once the enrollment has ended."
                ),
                answers: .ok(RegistrationOptions.self),
                refuses: [.notReady, .conflict],
                holds: { [payments] context throws(APIFailure) in
                    try context.held(
                        payments.registrationOptions(
                            of: context.id(),
                            for: context.caller,
                            if: context.condition,
                            proving: context.proveAgain
                        )
                    )
                }
            ),
            Route(
                .post("/enrollments/{id}/confirm/", for: .merchantOrDevice),
                .text(
                    "confirmEnrollment",
                    .enrollments,
                    "Hands over the credential that the device made; the bank verifies it.",
                    more: "204 means accepted: read the enrollment for the bank's verdict."
                ),
                takes: .body(ConfirmEnrollmentRequest.self),
                answers: .noContent,
                refuses: [.conflict]
            ) { [payments] context async throws(APIFailure) in
                let id: EnrollmentID = try context.id()
                let platform = try await payments.platform(of: id, for: try context.caller)
                let request = try context.message(
                    ConfirmEnrollmentRequest.self,
                    in: SchemaContext(platform: platform, allowsCrossPlatform: platform == .browser)
                )
                let idempotency = try context.idempotency()
                return .api(
                    try await payments.confirmEnrollment(id, request, by: try context.caller, idempotency: idempotency)
                )
            },
            Route(
                .post("/enrollments/{id}/cancel/", for: .merchantOrDevice),
                .text("cancelEnrollment", .enrollments, "Ends an enrollment and its pending payment intents."),
                answers: .ok(EnrollmentResource.self),
                refuses: [.conflict]
            ) { [payments] context async throws(APIFailure) in
                let id: EnrollmentID = try context.id()
                let idempotency = try context.idempotency()
                return .api(try await payments.cancelEnrollment(id, by: try context.caller, idempotency: idempotency))
            },
        ]
    }
}
