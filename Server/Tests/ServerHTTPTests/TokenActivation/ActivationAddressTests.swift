import ChaveWire
import Testing

@testable import CardsHTTP

/// Which addresses there are below `/app2app`, which methods they take, and what the document says of them.
struct ActivationAddressTests {
    static let addresses: [(path: String, methods: [String])] = [
        ("/app2app/v1/token-activations", ["POST"]), ("/app2app/v1/token-activations/preview", ["POST"]),
        ("/app2app/v1/token-activations/decline", ["POST"]), ("/app2app/v1/token-activations/x", ["GET"]),
        ("/app2app/v1/token-activations/x/suspend", ["POST"]), ("/app2app/v1/cards", ["GET"]),
        ("/openapi-app2app.json", ["GET"]), ("/problems/not_found", ["GET"]),
    ]
    private static let everyMethod = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE"]

    @Test func anAddressTakesItsMethodsAndNoOther() async throws {
        try await withActivations { rig in
            for (path, described) in Self.addresses {
                let methods = described.withHead
                for method in Self.everyMethod {
                    let reply = try await rig.send(Call(method: method, target: path))
                    if methods.contains(method) {
                        let isOpen = !path.hasPrefix("/app2app/")
                        #expect(reply.status == (isOpen ? 200 : 401), "\(method) \(path): \(reply.status)")
                    } else if method == "HEAD" {
                        #expect(reply.status == 405 && reply.body.isEmpty, "\(method) \(path)")
                    } else {
                        expectProblem(reply, .methodNotAllowed, at: "\(method) \(path)")
                        #expect(reply.header("Allow") == methods.joined(separator: ", "), "\(method) \(path)")
                    }
                }
            }
        }
    }

    @Test func anAddressIsAnsweredAsItIsWrittenAndInNoOtherForm() async throws {
        try await withActivations { rig in
            for path in [
                "/app2app", "/app2app/", "/app2app/v1", "/app2app/v1/cards/", "/app2app/v1//cards", "/app2app/V1/cards",
                "/app2app/v1/%63ards", "/app2app/v1/token-activations/", "/app2app/v1/token-activations//suspend",
                "/app2app/v1/token-activations/x/suspend/", "/problems/nothing",
            ] {
                expectProblem(try await rig.send(.get(path)), .notFound, at: "\(path)")
            }
            #expect(try await rig.send(.get("/app2apps")).json.array != nil)
        }
    }

    @Test func theDocumentNamesEachAddressWithAllThatItMayBeRefusedFor() async throws {
        try await withActivations { rig in
            let document = try await rig.send(.get("/openapi-app2app.json"))
            #expect(document["openapi"]?.string == "3.1.0")
            let paths = try #require(document["paths"]?.object)
            #expect(paths.count == Self.addresses.count)
            let operations = paths.members.flatMap { $0.value.object?.members ?? [] }.map(\.value)
            let names = Set(operations.compactMap { $0["operationId"]?.string })
            #expect(names.count == operations.count)
            let activate = try #require(paths["/app2app/v1/token-activations"]?["post"]?["responses"]?.object)
            #expect(
                activate.names == [
                    "200", "400", "401", "403", "404", "406", "408", "409", "413", "414", "415", "422", "429", "431",
                    "500",
                    "503",
                ]
            )
            let schemas = try #require(document["components"]?["schemas"]?.object)
            for reference in Self.references(document.json) {
                #expect(schemas[String(reference.split(separator: "/").last ?? "")] != nil, "\(reference)")
            }
            let tag = try #require(document.header("ETag"))
            #expect(try await rig.send(.get("/openapi-app2app.json").with("If-None-Match", tag)).status == 304)
        }
    }

    @Test func eachProblemLeadsToAPageThatSaysTheWayOut() async throws {
        try await withActivations { rig in
            for code in ProblemCode.allCases {
                let page = try await rig.send(.get(ProblemPages.path(of: code)))
                #expect(page.status == 200 && page.text.contains(code.wayOut), "\(code.rawValue)")
            }
        }
    }

    private static func references(_ json: JSONValue) -> [String] {
        if let array = json.array { return array.flatMap(references) }
        return (json.object?.members ?? []).flatMap { name, value in
            name == "$ref" ? [value.string ?? ""] : references(value)
        }
    }
}
