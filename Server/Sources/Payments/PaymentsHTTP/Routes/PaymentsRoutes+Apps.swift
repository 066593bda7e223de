import ChaveBase
import ChavePixModel
import ChaveWire
import HTTPKernel
import PaymentsCore
import PaymentsModel

extension PaymentsRoutes {
    var appRows: [Route] { [createApp] + knownAppRows }

    private var createApp: Route {
        Route(
            .post("/apps/", for: .merchant),
            .text(
                "createApp",
                .apps,
                "Registers an app and its callback URLs.",
                more:
                    "Outside the sandbox an enrollment takes registered callback URLs only, byte by byte. A callback URL "
                    + "on this server's own host is a plain path below /callbacks/, then the organisation's id. An Android app "
                    + "without sha256_cert_fingerprints is left out of assetlinks.json."
            ),
            takes: .body(CreateAppRequest.self),
            answers: .created(AppResource.self),
            refuses: [.alreadyRegistered, .conflict]
        ) { [payments] context async throws(APIFailure) in
            let rules: CallbackURL.Rules = payments.policy.isSandbox ? .sandbox : .production
            let request = try context.message(CreateAppRequest.self, in: SchemaContext(callbackRules: rules))
            let idempotency = try context.idempotency()
            return .api(try await payments.createApp(request, by: try context.caller, idempotency: idempotency))
        }
    }

    private var knownAppRows: [Route] {
        [
            Route(
                .get("/apps/", for: .merchant),
                .text("listApps", .apps, "Lists the apps of the organisation, newest first."),
                query: Paging.fields,
                answers: .page(of: AppResource.self)
            ) { [payments] context async throws(APIFailure) in
                let caller = try context.caller
                return try await Paging(context).answer(id: \.id.ofAnyKind) { page async throws(APIFailure) in
                    try await payments.apps(page: page, for: caller)
                }
            },
            Route(
                .get("/apps/{id}/", for: .merchant),
                .text("getApp", .apps, "Gives one app."),
                answers: .ok(AppResource.self)
            ) { [payments] context async throws(APIFailure) in
                .json(try await payments.app(try context.id(), for: try context.caller).json)
            },
            Route(
                .delete("/apps/{id}/", for: .merchant),
                .text(
                    "deleteApp",
                    .apps,
                    "Ends an app's registration; the answer is what was registered.",
                    more: "Enrollments that are under way go on with the callback URL that they were made with."
                ),
                answers: .ok(AppResource.self)
            ) { [payments] context async throws(APIFailure) in
                .json(try await payments.deleteApp(try context.id(), by: try context.caller).json)
            },
        ]
    }

    /// The rows of the files by which phones know this host's apps; the files contain no secret.
    var associationRows: [Route] {
        [
            Route(
                .get("/.well-known/apple-app-site-association", for: .open),
                .text("getAppleAssociation", .documents, "Lists the iOS apps that belong to this host."),
                answers: .document("application/json")
            ) { [payments] context async throws(APIFailure) in
                .association(try await payments.associationFiles().apple, to: context.request)
            },
            Route(
                .get("/.well-known/assetlinks.json", for: .open),
                .text("getAndroidAssociation", .documents, "Lists the Android apps that belong to this host."),
                answers: .document("application/json")
            ) { [payments] context async throws(APIFailure) in
                .association(try await payments.associationFiles().android, to: context.request)
            },
        ]
    }
}

extension ServerAnswer {
    /// A response that caches keep for five minutes: a new app waits at most that long.
    ///
    /// Phones and their makers' caches therefore do not request the file for each app.
    fileprivate static func association(_ bytes: [UInt8], to request: ServerRequest) -> ServerAnswer {
        ShelvedDocument(bytes, "application/json").answer(to: request, caching: "public, max-age=300")
    }
}
