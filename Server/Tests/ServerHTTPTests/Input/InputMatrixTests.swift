import ChaveBase
import ChavePixModel
import ChaveWire
import Testing

/// Whatever comes in: an answer of the contract's form, never a 500, nothing half-written.
struct InputMatrixTests {
    @Test func everyFieldOfEveryBodyIsJudgedAndNothingIsWritten() async throws {
        try await withServer { server in
            let inlets = try await Inlet.all(server)
            let served = Set(inlets.map(\.schema.name)).union([CreateAppRequest.schema.name])
            #expect(Set(MessageCatalogue.requests.map(\.name)) == served)
            let before = try await server.census(server.shop)
            for inlet in inlets {
                for fault in FaultyBodies(schema: inlet.schema, good: inlet.good).all {
                    let reply = try await server.send(inlet.call(fault.body), as: inlet.caller)
                    expectRefusal(reply, 400, at: "\(inlet.schema.name): \(fault.what)")
                    #expect(
                        reply.fields.contains { $0 == fault.field || $0.hasPrefix("\(fault.field).") },
                        "\(inlet.schema.name): \(fault.what): \(reply.text)"
                    )
                }
                for body in [JSONValue.null, [], 1, "x", true] {
                    let reply = try await server.send(inlet.call(body), as: inlet.caller)
                    expectRefusal(reply, 400, at: "\(inlet.schema.name): \(body.text)")
                    #expect(reply.json.array?.first?["field"] == nil, "\(inlet.schema.name): \(reply.text)")
                }
            }
            #expect(try await server.census(server.shop) == before)
            // Nothing of all that spent anything.
            for inlet in inlets {
                let reply = try await server.send(inlet.call(inlet.good), as: inlet.caller)
                #expect((200..<300).contains(reply.status), "\(inlet.schema.name): \(reply.text)")
            }
        }
    }

    @Test func unknownMembersAreIgnored() async throws {
        try await withServer { server in
            for inlet in try await Inlet.all(server) {
                let body = inlet.good.replacing(["unknown"], with: ["of": ["any", "kind"]])
                let reply = try await server.send(inlet.call(body), as: inlet.caller)
                #expect((200..<300).contains(reply.status), "\(inlet.schema.name): \(reply.text)")
            }
        }
    }

    @Test func aBodyThatIsNoJSONIs400WithThePosition() async throws {
        try await withServer { server in
            let inlets = try await Inlet.all(server)
            let before = try await server.census(server.shop)
            for inlet in inlets {
                let good = inlet.good.text
                var broken = [
                    "{", "}", "{]", "{\"a\":}", "{\"a\" 1}", "{\"a\":1,}", "{'a':1}", "{\"a\":NaN}", "{\"a\":01}",
                    "{\"a\":+1}", "{\"a\":\"\\x\"}", "{\"a\":\"\u{1}\"}", "{\"a\":1}{", "{\"a\":1,\"a\":1}",
                    "{\"a\":{\"b\":1,\"b\":2}}", "\u{FEFF}{}", "nul", String(repeating: "[", count: 100),
                    "{\"a\":" + String(repeating: "[", count: 40) + String(repeating: "]", count: 40) + "}",
                    String(good.dropLast()), good + "x", String(good.dropLast()) + ",}",
                ]
                if good != "{}" { broken.append("") }
                for text in broken {
                    let reply = try await server.send(inlet.call(text: text), as: inlet.caller)
                    expectRefusal(reply, 400, "invalid_json", at: "\(inlet.schema.name): \(text.prefix(30))")
                    #expect(reply.text.contains("at byte "), "\(inlet.schema.name)")
                }
            }
            #expect(try await server.census(server.shop) == before)
        }
    }

    @Test func thePositionIsTheByteWhereItBreaks() async throws {
        try await withServer { server in
            for (text, position) in [("{\"a\":1,}", 7), ("{\"é\":x}", 6), ("{\"a\":1,\"a\":1}", 7), ("{\"a\":1}x", 7)] {
                let reply = try await server.send(.post("/payments/br/customers/", text: text), as: server.shop.basic)
                expectRefusal(reply, 400, "invalid_json")
                #expect(reply.text.contains("at byte \(position),"), "\(text): \(reply.text)")
            }
        }
    }

    @Test func invalidUTF8Is400() async throws {
        try await withServer { server in
            var call = Call.post("/payments/br/customers/", text: "")
            for bytes in [[0xFF], [0xC0, 0x80], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80]] as [[UInt8]] {
                call.body = Array("{\"name\":\"".utf8) + bytes + Array("\"}".utf8)
                expectRefusal(try await server.send(call, as: server.shop.basic), 400, "invalid_json")
            }
        }
    }

    @Test func anotherContentTypeIs415() async throws {
        try await withServer { server in
            let inlets = try await Inlet.all(server)
            let before = try await server.census(server.shop)
            for inlet in inlets {
                let text = inlet.good.replacing(["unknown"], with: 1).text
                for type in [
                    nil, "", "text/plain", "text/json", "application/x-www-form-urlencoded", "multipart/form-data",
                    "application/jsonx", "json", ";application/json",
                ] {
                    let reply = try await server.send(inlet.call(text: text, type: type), as: inlet.caller)
                    expectRefusal(reply, 415, "unsupported_media_type", at: "\(inlet.schema.name): \(type ?? "none")")
                }
            }
            #expect(try await server.census(server.shop) == before)
            for type in ["application/json; charset=utf-8", "Application/JSON", " application/json ;x=y"] {
                for inlet in inlets where inlet.method == "PATCH" {
                    let reply = try await server.send(inlet.call(text: inlet.good.text, type: type), as: inlet.caller)
                    #expect(reply.status == 200, "\(type)")
                }
            }
        }
    }

    @Test func aBodyThatIsPackedIs415AndNeverUnpacked() async throws {
        try await withServer { server in
            for coding in ["gzip", "br", "deflate", "x", ""] {
                var call = Call.post("/payments/br/customers/", Bodies.customer())
                call.headers.append(("Content-Encoding", coding))
                let reply = try await server.send(call, as: server.shop.basic)
                expectRefusal(reply, 415, "unsupported_media_type", at: "\(coding)")
            }
            var call = Call.post("/payments/br/customers/", Bodies.customer())
            call.headers.append(("Content-Encoding", "identity"))
            #expect(try await server.send(call, as: server.shop.basic).status == 201)
        }
    }

    @Test func headersOver32KiBAre431() async throws {
        try await withServer { server in
            var call = Call.get("/payments/br/institutions/")
            call.headers = [("X-Padding", String(repeating: "a", count: 32 * 1_024))]
            let refused = try await server.send(call, as: server.shop.basic)
            #expect(refused.status == 431)
            #expect(refused.body.isEmpty)
            call.headers = [("X-Padding", String(repeating: "a", count: 31 * 1_024))]
            #expect(try await server.send(call, as: server.shop.basic).status == 200)
        }
    }

    @Test func aBodyOver64KiBIs413OnEveryRouteWithABody() async throws {
        try await withServer { server in
            let inlets = try await Inlet.all(server)
            let before = try await server.census(server.shop)
            let id = server.shop.beneficiary.text
            for inlet in inlets {
                let padding = String(repeating: " ", count: 64 * 1_024)
                try await server.withSocket { door, _ in
                    let reply = try await server.through(door).send(
                        inlet.call(text: inlet.good.text + padding),
                        as: inlet.caller
                    )
                    expectRefusal(reply, 413, "request_too_large", at: "\(inlet.schema.name)")
                }
            }
            for path in ["enrollments/\(id)/cancel", "payment-intents/\(id)/cancel"] {
                try await server.withSocket { door, _ in
                    let reply = try await server.through(door).send(
                        .post("/payments/br/\(path)/", text: String(repeating: " ", count: 64 * 1_024 + 1)),
                        as: server.shop.basic
                    )
                    expectRefusal(reply, 413, "request_too_large", at: "\(path)")
                }
            }
            #expect(try await server.census(server.shop) == before)
        }
    }

    @Test func aBodyOfExactly64KiBIsTaken() async throws {
        try await withServer { server in
            try await server.withSocket { door, _ in
                let text = Bodies.customer().text
                let padding = String(repeating: " ", count: 64 * 1_024 - text.utf8.count)
                let reply = try await server.through(door).send(
                    .post("/payments/br/customers/", text: text + padding),
                    as: server.shop.basic
                )
                #expect(reply.status == 201)
            }
        }
    }
}
