import ChaveWire
import Testing

@testable import ServerHost

/// HEAD stands wherever GET does (RFC 9110, section 9.3.2).
struct HeadTests {
    private static let paths = [
        "/livez", "/readyz", "/payments/openapi.json", "/payments/docs", "/payments/br/institutions/",
        "/payments/br/customers/?page_size=2", "/institutions/x", "/payments/br/unknown/",
        "/.well-known/apple-app-site-association",
    ]

    @Test(arguments: DoorKind.allCases)
    func headHasTheHeadersOfGetAndNoBody(door: DoorKind) async throws {
        try await door.withServer { server in
            for path in Self.paths {
                let get = try await server.send(.get(path), as: server.shop.basic)
                let head = try await server.send(Call(method: "HEAD", target: path), as: server.shop.basic)
                #expect(head.status == get.status, "\(path)")
                #expect(head.body.isEmpty, "\(path)")
                #expect(head.header("Content-Length") == "\(get.body.count)", "\(path)")
                for name in ["Content-Type", "ETag", "Cache-Control", "WWW-Authenticate"] {
                    #expect(head.header(name) == get.header(name), "\(path)")
                }
            }
        }
    }

    @Test func headIsNamedWhereverGetIs() async throws {
        try await withServer { server in
            for (path, allow) in [
                ("/payments/br/institutions/", "GET, HEAD"), ("/payments/br/customers/", "GET, HEAD, POST"),
                ("/payments/br/enrollments/x/confirm/", "POST"),
            ] {
                let refused = try await server.send(Call(method: "PUT", target: path))
                expectRefusal(refused, 405, "method_not_allowed", at: "\(path)")
                #expect(refused.header("Allow") == allow)
            }
            let none = Call(method: "HEAD", target: "/payments/br/enrollments/x/confirm/")
            #expect(try await server.send(none).status == 405)
        }
    }
}
