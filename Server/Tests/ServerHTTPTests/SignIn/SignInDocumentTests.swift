import ChaveWire
import SignInCore
import Testing

@testable import ServerHTTP

/// The OpenAPI document of sign-in; that answers agree with it is looked at wherever a test sends anything.
struct SignInDocumentTests {
    @Test func itNamesEachAddressOnceWithAllThatItTakes() async throws {
        try await withSignIn { rig in
            let reply = try await rig.done(.get("/openapi-sign-in.json"))
            #expect(reply["openapi"]?.string == "3.1.0")
            let paths = try #require(reply["paths"]?.object)
            for (path, methods) in SignInAddressTests.addresses {
                let template = try #require(
                    paths.names.first { SignInAddressTests.fits(path, $0) },
                    "\(path) is not in the document"
                )
                let described = (paths[template]?.object?.names ?? []).map { $0.uppercased() }
                #expect(Set(described).subtracting(["SERVERS"]) == Set(methods), "\(path)")
            }
            let operations = paths.members.flatMap { $0.value.object?.members ?? [] }.map(\.value)
            let names = operations.compactMap { $0["operationId"]?.string }
            #expect(Set(names).count == names.count && names.count > 25)
        }
    }

    @Test func eachReferenceLeadsSomewhereAndEachTableHasOneName() async throws {
        try await withSignIn { rig in
            let document = rig.face.openAPI
            let schemas = try #require(document["components"]?["schemas"]?.object)
            for reference in Self.references(document) {
                let name = String(reference.split(separator: "/").last ?? "")
                let isThere = schemas[name] != nil || document["components"]?["responses"]?[name] != nil
                #expect(isThere, "\(reference)")
            }
            #expect(schemas.names.contains("BoundCredential") && schemas.names.contains("TokenForm"))
        }
    }

    @Test func whoHasItIsToldSo() async throws {
        try await withSignIn { rig in
            let tag = try #require(try await rig.done(.get("/openapi-sign-in.json")).header("ETag"))
            #expect(try await rig.send(.get("/openapi-sign-in.json").knowing(tag)).status == 304)
        }
    }

    private static func references(_ json: JSONValue) -> [String] {
        if let array = json.array { return array.flatMap(references) }
        let members = json.object?.members ?? []
        return members.flatMap { name, value in
            name == "$ref" ? [value.string ?? ""] : references(value)
        }
    }
}

extension SignInAddressTests {
    /// Whether a path is one that a template of the document takes.
    static func fits(_ path: String, _ template: String) -> Bool {
        let (parts, pattern) = (path.split(separator: "/"), template.split(separator: "/"))
        return parts.count == pattern.count && zip(parts, pattern).allSatisfy { $1.first == "{" || $0 == $1 }
    }
}
