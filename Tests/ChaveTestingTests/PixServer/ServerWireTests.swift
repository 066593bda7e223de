import ChaveBase
import ChavePixModel
import ChaveTesting
import ChaveTransport
import ChaveWire
import Foundation
import Testing

/// `Tests/Vectors/pix-device-wire.json`: what the Payments API answers to a device, also to what no SDK sends.
private struct WireVectors: Decodable {
    struct Step: Decodable {
        let name: String
        let request: String
        let headers: [String: String]?
        let body: String?
        let status: Int
        let code: String?
        let field: String?
        let answer: [String: String]?
    }

    let steps: [Step]

    static func read() throws -> WireVectors {
        let tests = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        let file = tests.deletingLastPathComponent().appendingPathComponent("Vectors/pix-device-wire.json")
        return try JSONDecoder().decode(WireVectors.self, from: Data(contentsOf: file))
    }
}

struct ServerWireTests {
    let server = PixTestServer()

    /// The same steps were put to the real server; see the file.
    @Test func eachStepIsAnsweredAsByTheRealServer() async throws {
        var known = [
            "{institution}": try #require(server.institutions.first).id.text,
            "{beneficiary}": PixTestServer.beneficiary.text,
        ]
        let steps = try WireVectors.read().steps
        #expect(steps.count > 30)
        for step in steps {
            let response = try await server.send(request(of: step, known))
            let json = try? JSONValue(parsing: response.body)
            #expect(response.status == step.status, "\(step.name)")
            #expect(json?.array?.first?["code"]?.string == step.code, "\(step.name)")
            #expect(json?.array?.first?["field"]?.string == step.field, "\(step.name)")
            for (name, value) in step.answer ?? [:] { #expect(response.headers[name] == value, "\(step.name)") }
            if response.status == 201 { known["{enrollment}"] = json?["id"]?.string }
            if let tag = response.headers["ETag"] { known["{tag}"] = tag }
        }
    }

    private func request(of step: WireVectors.Step, _ known: [String: String]) -> HTTPRequest {
        func filled(_ text: String) -> String {
            known.reduce(text) { $0.replacingOccurrences(of: $1.key, with: $1.value) }
        }
        var headers: HTTPHeaders = [
            "Authorization": "Bearer \(server.makeAccessToken())", "Chave-Device": String(repeating: "A", count: 43),
        ]
        for (name, value) in step.headers ?? [:] { headers[name] = value.isEmpty ? nil : filled(value) }
        let parts = step.request.split(separator: " ").map(String.init)
        return HTTPRequest(
            method: HTTPMethod(rawValue: parts[0]) ?? .get,
            url: PixTestServer.baseURL.text + "/payments/br" + filled(parts[1]),
            headers: headers,
            body: step.body.map { Array(filled($0).utf8) }
        )
    }

    @Test(arguments: [("jequi", 1), ("IPÊ", 1), ("", 2), ("nobody", 0)])
    func banksAreFoundByPartOfTheirName(_ name: String, _ count: Int) async throws {
        let escaped = try #require(name.addingPercentEncoding(withAllowedCharacters: .alphanumerics))
        var request = HTTPRequest(
            method: .get,
            url: PixTestServer.baseURL.text + "/payments/br/institutions/?name=" + escaped
        )
        request.headers["Authorization"] = "Bearer \(server.makeAccessToken())"
        request.headers["Chave-Device"] = String(repeating: "A", count: 43)
        let list = try JSONValue(parsing: try await server.send(request).body)
        #expect(list["results"]?.array?.count == count)
    }

    @Test func anotherHostIsNotThisServer() async throws {
        let elsewhere = HTTPRequest(method: .get, url: "https://elsewhere.example/payments/br/institutions/")
        #expect(try await server.send(elsewhere).status == 404)
    }
}
