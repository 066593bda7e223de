import ChaveBase
import ChavePixModel
import ChaveWire
import Testing

@testable import HTTPKernel
@testable import PaymentsHTTP

/// The OpenAPI document is what the server does (Payments API, section 3).
struct OpenAPITests {
    @Test(arguments: DoorKind.allCases)
    func theDocumentIsGivenOnceAndThenKnownByItsTag(door: DoorKind) async throws {
        try await door.withServer { server in
            var call = Call.get("/payments/openapi.json")
            let first = try await server.send(call)
            #expect(first.status == 200)
            #expect(first.header("Content-Type") == "application/json")
            #expect(first["openapi"] == "3.1.0")
            #expect(first.body == server.routes.openAPI.json.encoded())
            let tag = try #require(first.header("ETag"))
            call.headers = [("If-None-Match", tag)]
            let again = try await server.send(call)
            #expect(again.status == 304)
            #expect(again.body.isEmpty)
            #expect(again.header("ETag") == tag)
            call.headers = [("If-None-Match", "\"another\"")]
            #expect(try await server.send(call).status == 200)
        }
    }

    @Test func everyRouteIsInTheDocumentAndNothingElse() async throws {
        try await withServer { server in
            let documented = DocumentedAnswers(server.routes.openAPI.json).operations.map { "\($0.method) \($0.path)" }
            let served = server.routes.rows.map { "\($0.method) \($0.path)" }
            #expect(documented.sorted() == served.sorted())
            #expect(Set(served).count == served.count)
        }
    }

    @Test func everyOperationHasANameOfItsOwnAndASentence() async throws {
        try await withServer { server in
            let routes = server.routes.rows
            #expect(Set(routes.map(\.text.name)).count == routes.count)
            for route in routes {
                #expect(route.text.summary.hasSuffix("."), "\(route.text.name)")
                #expect(route.text.details.isEmpty || route.text.details.hasSuffix("."), "\(route.text.name)")
                #expect(route.query.allSatisfy { $0.summary.hasSuffix(".") }, "\(route.text.name)")
                if case .json(let schema, _) = route.answer.content, schema.name.hasSuffix("List") {
                    #expect(route.query.starts(with: Paging.fields), "\(route.text.name)")
                }
            }
        }
    }

    @Test func everyReferenceLeadsSomewhere() async throws {
        try await withServer { server in
            let document = server.routes.openAPI.json
            var found = 0
            func walk(_ json: JSONValue) {
                if json["$ref"] != nil {
                    found += 1
                    #expect(document.resolving(json) != .null, "\(json.text)")
                }
                for member in json.object?.members ?? [] { walk(member.value) }
                for element in json.array ?? [] { walk(element) }
            }
            walk(document)
            #expect(found > 100)
        }
    }

    /// Programs that make clients of the document make several types of a list of values with `null` in it.
    @Test func noListOfValuesHasNullInIt() async throws {
        try await withServer { server in
            var (lists, choices) = (0, 0)
            func walk(_ json: JSONValue) {
                if let values = json["enum"]?.array {
                    lists += 1
                    #expect(!values.contains { $0.isNull }, "\(json.text)")
                }
                if let choice = json["anyOf"]?.array, choice.contains(["type": "null"]) {
                    choices += choice.contains { $0["enum"] != nil } ? 1 : 0
                }
                for member in json.object?.members ?? [] { walk(member.value) }
                for element in json.array ?? [] { walk(element) }
            }
            walk(server.routes.openAPI.json)
            #expect(lists > 10)
            #expect(choices > 0)
        }
    }

    /// Programs that make clients of the document name an object without a table after its owner and its field.
    @Test func noObjectWithoutATableIsCalledLikeATable() async throws {
        try await withServer { server in
            let tables = server.routes.openAPI.components
            let names = Set(tables.map { $0.name.lowercased() })
            var objects = 0
            for table in tables {
                for field in table.fields where JSONSchema(field.type)["type"] == "object" {
                    objects += 1
                    let name = (table.name + field.name.filter { $0 != "_" }).lowercased()
                    #expect(!names.contains(name), "\(table.name).\(field.name)")
                }
            }
            #expect(objects > 5)
        }
    }

    /// One name is one set of codes of one status, and no table has it.
    @Test func theErrorsOfARefusalHaveANameOfTheirOwn() async throws {
        try await withServer { server in
            let document = server.routes.openAPI
            let tables = Set(document.components.map(\.name))
            var known: [String: JSONValue] = [:]
            for refusal in server.routes.rows.flatMap(\.refusals) {
                #expect(known.updateValue(refusal.item, forKey: refusal.itemName) ?? refusal.item == refusal.item)
                #expect(!tables.contains(refusal.itemName))
                #expect(document.json.at("components", "schemas", refusal.itemName) == refusal.item)
                #expect(
                    refusal.itemName.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) },
                    "\(refusal.itemName)"
                )
            }
            #expect(known.count > 10)
        }
    }

    @Test func everyExampleIsTakenByTheDecoderOfItsMessage() async throws {
        try await withServer { server in
            let routes = server.routes.rows
            let platforms: [DevicePlatform?] = [nil] + DevicePlatform.allCases
            for route in routes {
                if let body = route.body {
                    let example = Samples.object(of: body.schema)
                    for platform in platforms {
                        var context = SchemaContext(platform: platform, allowsCrossPlatform: platform == .browser)
                        context.callbackRules = .production
                        #expect(throws: Never.self, "\(route.text.name)") { try body.decode(example, context) }
                    }
                }
                if case .json(let schema, let decode) = route.answer.content {
                    let example = Samples.object(of: schema)
                    #expect(throws: Never.self, "\(route.text.name)") { try decode(example) }
                    #expect(throws: Never.self, "\(route.text.name)") { try schema.check(example) }
                }
            }
            #expect(routes.contains { $0.body != nil })
        }
    }

    @Test func tablesOfOneNameAreOneTable() async throws {
        try await withServer { server in
            var known: [String: Schema] = [:]
            var waiting = server.routes.openAPI.operations.flatMap(\.schemas)
            while let schema = waiting.popLast() {
                #expect(known[schema.name] ?? schema == schema, "\(schema.name)")
                if known.updateValue(schema, forKey: schema.name) == nil { waiting += schema.parts }
            }
            #expect(known.count > 20)
        }
    }

    @Test func everyErrorCodeIsExplainedAndAnsweredSomewhere() async throws {
        try await withServer { server in
            let codes = Set(server.routes.rows.flatMap { $0.refusals.flatMap(\.codes) })
            // Our fallback over the whole table answers it.
            #expect(codes.union([.methodNotAllowed]) == Set(ErrorCode.all))
            for code in ErrorCode.all { #expect(code.meaning != ErrorCode(rawValue: "new").meaning, "\(code)") }
        }
    }
}
