import ChaveBase
import ChavePixModel
import ChaveWire
import HTTPKernel
import PaymentsCore
import PaymentsModel

extension PaymentsRoutes {
    var openAPI: OpenAPIDocument {
        OpenAPIDocument(operations: rows, baseURL: payments.policy.baseURL)
    }

    var documentRows: [Route] {
        [
            Route(
                .get("/payments/openapi.json", for: .open),
                .text("getOpenAPI", .documents, "Gives this document: OpenAPI 3.1 of every route."),
                answers: .document("application/json")
            ) { [self] context async throws(APIFailure) in
                shelf.document("openapi") { ShelvedDocument(openAPI.json.encoded(), "application/json") }
                    .answer(to: context.request)
            },
            Route(
                .get("/payments/docs", for: .open),
                .text("getReference", .documents, "Gives the reference for people, as a page."),
                answers: .document("text/html; charset=utf-8")
            ) { [self] context async throws(APIFailure) in
                shelf.document("reference") {
                    let page = ReferencePage(document: openAPI).source
                    return ShelvedDocument(Array(page.utf8), "text/html; charset=utf-8")
                }
                .answer(to: context.request, headers: ReferencePage.headers)
            },
            Route(
                .get("/payments/docs/style.css", for: .open),
                .text("getReferenceStyle", .documents, "Gives the style of the reference."),
                answers: .document("text/css; charset=utf-8")
            ) { context async throws(APIFailure) in
                ShelvedDocument(Array(ReferenceStyle.source.utf8), "text/css; charset=utf-8")
                    .answer(to: context.request, headers: [("X-Content-Type-Options", "nosniff")])
            },
            Route(
                .get("/payments/logos/{file}", for: .open),
                .text(
                    "getLogo",
                    .documents,
                    "Gives the logo of an institution.",
                    more: "The file is its id with .png."
                ),
                answers: .document("image/png")
            ) { [logos] context async throws(APIFailure) in
                guard let file = context.call.parameters[0], file.hasSuffix(".png"),
                    let id = InstitutionID(String(file.dropLast(4))), let png = logos(id)
                else { throw .notFound }
                var answer = ShelvedDocument(png, "image/png").answer(to: context.request)
                answer.headers.removeAll { $0.name == "Cache-Control" }
                answer.headers.append(("Cache-Control", "public, max-age=86400"))
                return answer
            },
        ]
    }
}
