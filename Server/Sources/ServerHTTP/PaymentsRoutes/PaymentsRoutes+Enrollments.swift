import ChavePixModel
import ChaveWire
import PaymentsCore

extension PaymentsRoutes {
    var enrollmentRows: [Route] { [createEnrollment, listEnrollments, completeRedirection] + oneEnrollmentRows }

    private var createEnrollment: Route {
        Route("POST", "/enrollments/", .merchantOrDevice) { [payments] context async throws(APIFailure) in
            let rules: CallbackURL.Rules = payments.policy.isSandbox ? .sandbox : .production
            let request = try context.message(CreateEnrollmentRequest.self, in: SchemaContext(callbackRules: rules))
            let idempotency = try context.idempotency()
            return .api(try await payments.createEnrollment(request, by: try context.caller, idempotency: idempotency))
        }
    }

    private var listEnrollments: Route {
        Route("GET", "/enrollments/", .merchantOrDevice) { [payments] context async throws(APIFailure) in
            let paging = try Paging(context)
            let page = try await payments.enrollments(
                try query(context, paging.request),
                customerIdentifier: context.query["customer__identifier"],
                for: try context.caller
            )
            return paging.answer(page) { $0.id.text }
        }
    }

    private func query(_ context: RequestContext, _ page: PageRequest) throws(APIFailure) -> EnrollmentQuery {
        var query = EnrollmentQuery()
        query.page = page
        query.deviceID = context.query["device_id"]
        query.status = context.query["status"]
        query.institution = try context.query.id("institution")
        if try context.caller.device != nil {
            guard query.deviceID != nil else {
                throw .field(.required, "device_id", "Give the deviceId of the risk signals as device_id.")
            }
            for name in ["customer", "customer__identifier", "external_id"] where context.query[name] != nil {
                throw .invalid(name, "A device token filters by device_id, status and institution only.")
            }
            return query
        }
        query.customer = try context.query.id("customer")
        query.externalID = context.query["external_id"]
        return query
    }

    private var completeRedirection: Route {
        Route("POST", "/enrollments/complete-redirection/", .merchantOrDevice) {
            [payments] context async throws(APIFailure) in
            let request = try context.message(CompleteRedirectionRequest.self)
            let idempotency = try context.idempotency()
            return .api(
                try await payments.completeRedirection(request, by: try context.caller, idempotency: idempotency)
            )
        }
    }

    private var oneEnrollmentRows: [Route] {
        [
            Route("GET", "/enrollments/{id}/", .merchantOrDevice) { [payments] context async throws(APIFailure) in
                .json(try await payments.enrollment(try context.id(), for: try context.caller).json)
            },
            Route("GET", "/enrollments/{id}/fido-registration-options/", .merchantOrDevice) {
                [payments] context async throws(APIFailure) in
                .json(try await payments.registrationOptions(of: try context.id(), for: try context.caller).json)
            },
            Route("POST", "/enrollments/{id}/confirm/", .merchantOrDevice) {
                [payments] context async throws(APIFailure) in
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
            Route("POST", "/enrollments/{id}/cancel/", .merchantOrDevice) {
                [payments] context async throws(APIFailure) in
                let id: EnrollmentID = try context.id()
                let idempotency = try context.idempotency()
                return .api(try await payments.cancelEnrollment(id, by: try context.caller, idempotency: idempotency))
            },
        ]
    }
}
