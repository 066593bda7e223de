import ChaveBase
import ChavePixModel
import ChaveWire
import HTTPKernel
import PaymentsCore
import PaymentsModel

extension PaymentsRoutes {
    var apiKeyRows: [Route] { [createAPIKey, revokeAPIKey] + knownAPIKeyRows }

    private var createAPIKey: Route {
        Route(
            .post("/api-keys/", for: .merchant),
            .text(
                "createAPIKey",
                .apiKeys,
                "Makes an API key; for administrators' keys.",
                more:
                    "The answer shows the password, once. It is not kept for an Idempotency-Key: where the answer was lost, "
                    + "find the key in the list, revoke it and make another. \(APIKey.largestCount) may be good at a time."
            ),
            takes: .body(CreateAPIKeyRequest.self),
            answers: .created(APIKeyResource.self),
            refuses: [.conflict],
            isKept: false
        ) { [payments] context async throws(APIFailure) in
            let request = try context.message(CreateAPIKeyRequest.self)
            return .json(try await payments.createAPIKey(request, by: try context.caller).json, status: 201)
        }
    }

    private var revokeAPIKey: Route {
        Route(
            .post("/api-keys/{id}/revoke/", for: .merchant),
            .text(
                "revokeAPIKey",
                .apiKeys,
                "Ends an API key and the tokens that it gave, at once; for administrators' keys.",
                more: "A key cannot end itself. Ending one again changes nothing."
            ),
            answers: .ok(APIKeyResource.self),
            refuses: [.conflict],
            isKept: false
        ) { [payments] context async throws(APIFailure) in
            .json(try await payments.revokeAPIKey(try context.id(), by: try context.caller).json)
        }
    }

    private var knownAPIKeyRows: [Route] {
        [
            Route(
                .get("/api-keys/", for: .merchant),
                .text(
                    "listAPIKeys",
                    .apiKeys,
                    "Lists the API keys of the organisation, revoked ones too, newest first; for administrators' keys."
                ),
                query: Paging.fields,
                answers: .page(of: APIKeyResource.self)
            ) { [payments] context async throws(APIFailure) in
                let caller = try context.caller
                return try await Paging(context).answer(id: \.id.ofAnyKind) { page async throws(APIFailure) in
                    try await payments.apiKeys(page: page, for: caller)
                }
            },
            Route(
                .get("/api-keys/{id}/", for: .merchant),
                .text("getAPIKey", .apiKeys, "Gives one API key; for administrators' keys."),
                answers: .ok(APIKeyResource.self)
            ) { [payments] context async throws(APIFailure) in
                .json(try await payments.apiKey(try context.id(), for: try context.caller).json)
            },
        ]
    }
}
