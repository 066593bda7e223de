import ChaveBase
import ChavePixModel
import ChaveWire
import Testing

@testable import HTTPKernel
@testable import PaymentsHTTP

/// The reference for people: whole, and nothing from the network.
struct ReferencePageTests {
    @Test(arguments: DoorKind.allCases)
    func thePageLoadsNothingButItsOwnStyle(door: DoorKind) async throws {
        try await door.withServer { server in
            let page = try await server.send(.get("/payments/docs"))
            #expect(page.status == 200)
            #expect(page.header("Content-Type") == "text/html; charset=utf-8")
            let policy = page.header("Content-Security-Policy") ?? ""
            #expect(policy.hasPrefix("default-src 'none'; style-src 'self';"))
            #expect(!policy.contains("unsafe"))
            for word in ["<script", "<img", "style=\"", "<style", "onclick", "javascript:", "@import"] {
                #expect(!page.text.contains(word), "\(word)")
            }
            let sources = page.text.matches(of: /(?:src|href)="([^"]*)"/).map { String($0.output.1) }
            let others = sources.filter { !$0.hasPrefix("#") }
            #expect(Set(others) == ["/payments/docs/style.css", "/payments/openapi.json"])
            let style = try await server.send(.get("/payments/docs/style.css"))
            #expect(style.status == 200)
            #expect(style.header("Content-Type") == "text/css; charset=utf-8")
            #expect(!style.text.contains("url("))
            #expect(style.text.contains("prefers-color-scheme: dark"))
        }
    }

    @Test func everyLinkOfThePageLeadsToAnAnchorAndEveryOperationHasOne() async throws {
        try await withServer { server in
            let page = try await server.send(.get("/payments/docs")).text
            let anchors = page.matches(of: /id="([^"]*)"/).map { String($0.output.1) }
            #expect(Set(anchors).count == anchors.count)
            let links = page.matches(of: /href="#([^"]*)"/).map { String($0.output.1) }
            #expect(links.count > 100)
            for link in links { #expect(anchors.contains(link), "\(link)") }
            for operation in server.routes.rows {
                #expect(anchors.contains(operation.text.name))
            }
            for schema in server.routes.openAPI.components { #expect(anchors.contains("schema-\(schema.name)")) }
        }
    }

    @Test func whatIsShownIsEscaped() async throws {
        try await withServer { server in
            let page = ReferencePage(
                document: OpenAPIDocument(operations: [], baseURL: "http://a.example/\"\u{301}><b\u{301}>&'")
            )
            #expect(page.source.contains("http://a.example/&quot;\u{301}&gt;&lt;b\u{301}&gt;&amp;&#39;"))
        }
    }

    @Test func theLineToTryAnOperationWithIsOneThatTheServerTakes() async throws {
        try await withServer { server in
            let operations = server.routes.rows
            let create = try #require(operations.first { $0.text.name == "createCustomer" })
            let line = CurlLine(route: create, baseURL: "http://localhost:8080").text
            #expect(line.contains("-X POST -u \"$SECRET_ID:$SECRET_PASSWORD\""))
            let parts = line.split(separator: "-d '", maxSplits: 1)
            let body = String(try #require(parts.last).dropLast())
            let reply = try await server.send(.post("/payments/br/customers/", text: body), as: server.shop.basic)
            #expect(reply.status == 201, "\(reply.text)")
            let get = try #require(operations.first { $0.text.name == "getCustomer" })
            #expect(CurlLine(route: get, baseURL: "").text.contains("/payments/br/customers/$ID/"))
        }
    }
}
